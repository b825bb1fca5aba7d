/** A whole reading, for those who must see all of it before they may decide. The rows are kept as
 *  the source sent them; the cap bounds the memory they take, and an answer that meets it counts
 *  as cut off, not as wrong. */
import { fail, ok, type Result } from "../contract/result.ts";
import type { SourceFailure } from "./failure.ts";
import type { Question, Source, SourceEnd, SourceRow } from "./source.ts";

export type Answer = {
  readonly columns: readonly string[];
  readonly rows: readonly SourceRow[];
  readonly end: SourceEnd;
};

export async function readAll(
  source: Source,
  question: Question,
  rowsMax: number,
): Promise<Result<Answer, SourceFailure>> {
  const reading = await source.ask(question);
  if (!reading.ok) return reading;
  const { columns, next, close } = reading.value;
  const rows: SourceRow[] = [];
  try {
    for (;;) {
      const page = await next();
      if (!page.ok) return fail(page.error);
      for (const row of page.value.rows) rows.push(row);
      if (rows.length > rowsMax) {
        const why = `More than ${rowsMax} rows were sent; the rest was not read.`;
        return ok({ columns, rows: rows.slice(0, rowsMax), end: { complete: false, why } });
      }
      const { end } = page.value;
      if (end !== null) return ok({ columns, rows, end });
    }
  } finally {
    await close();
  }
}
