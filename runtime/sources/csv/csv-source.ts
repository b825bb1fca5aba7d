/** Members from a CSV file: `{runbook}.csv` in the members folder. A file with any problem is
 *  refused whole, with its first problems: half a table would remove the other half (R32). */
import { isUtf8 } from "node:buffer";
import { LIMITS } from "../../contract/limits.ts";
import { fail, ok } from "../../contract/result.ts";
import type { TableProblems } from "../../csv/table-problem.ts";
import type { DataSource } from "../../domain/runbook.ts";
import type { SourceFailure } from "../failure.ts";
import type { Question, Reading, Source } from "../source.ts";
import { keepTables, type ReadTable, type Wanted } from "./kept-tables.ts";
import type { FolderFailure, MembersFolder } from "./members-folder.ts";

const PAGE_ROWS = 5_000;
const PROBLEMS_TOLD = 3;

export function csvSource(folder: MembersFolder): Source {
  const tables = keepTables();
  return {
    ask: async ({ runbookName, source }: Question) => {
      const name = `${runbookName}.csv`;
      const bytes = await folder.read(name, LIMITS.csvBytes);
      if (!bytes.ok) return fail(folderFailure(name, bytes.error));
      if (!isUtf8(bytes.value)) {
        return fail({ kind: "refused", reason: `${name} is not UTF-8. Save it as CSV in UTF-8.` });
      }
      const table = tables.read(name, bytes.value, wantedBy(source));
      if (!table.ok) return fail({ kind: "refused", reason: told(name, table.error) });
      return ok(pagesOf(table.value));
    },
  };
}

const wantedBy = ({ primaryKey, batchTime, columns }: DataSource): Wanted => ({
  primaryKey,
  requiredColumns: [...(batchTime.kind === "column" ? [batchTime.column] : []), ...(columns ?? [])],
});

/** A table is read whole or not at all, so its last page is always complete. */
function pagesOf({ columns, rows }: ReadTable): Reading {
  let at = 0;
  return {
    columns,
    next: async () => {
      const page = rows.slice(at, at + PAGE_ROWS);
      at += page.length;
      const end = at >= rows.length ? ({ complete: true } as const) : null;
      return ok({ rows: page, end });
    },
    close: async () => {},
  };
}

function told(name: string, { problems, total }: TableProblems): string {
  const first = problems
    .slice(0, PROBLEMS_TOLD)
    .map(({ line, message }) => `line ${line}: ${message}`);
  const rest = total - first.length;
  const more = rest > 0 ? ` And ${rest} more.` : "";
  return `${name} cannot be used: ${first.join(" ")}${more}`;
}

function folderFailure(name: string, failure: FolderFailure): SourceFailure {
  switch (failure.kind) {
    case "missing":
      return { kind: "unavailable", reason: `there is no ${name} in the members folder.` };
    case "changing":
      return { kind: "unavailable", reason: `${name} is being written.` };
    case "bad-name":
      return { kind: "refused", reason: `"${name}" cannot be the name of a file.` };
    case "not-a-file":
      return { kind: "refused", reason: `${name} is a link or no plain file; put a copy there.` };
    case "too-large":
      return { kind: "refused", reason: `${name} has more than ${LIMITS.csvBytes} bytes.` };
    case "unreadable":
      return { kind: "unavailable", reason: `${name} cannot be opened (${failure.code}).` };
  }
}
