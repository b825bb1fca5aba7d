/** The rows of a statement, chunk by chunk (R32): each chunk must have as many rows as it is said
 *  to have and each row a cell for each column, all chunks must have been read, and together they
 *  must be as many as the manifest counts. Anything else is an answer that is not complete, or
 *  none. */
import { fail, ok, type Result } from "../../contract/result.ts";
import type { SourceFailure } from "../failure.ts";
import type { Reading, SourceCell, SourceEnd, SourcePage } from "../source.ts";
import { pathOf, type Ran } from "./run-statement.ts";
import { Chunk, LinkedRows } from "./statement-answers.ts";
import { cellReader } from "./statement-cells.ts";
import { ask, type Wire } from "./statement-http.ts";

type Heard<Value> = Result<Value, SourceFailure>;
type Texts = readonly (readonly (string | null)[])[];

/** Links live for minutes: one that no longer opens is asked for again. */
const ASKED_PER_CHUNK_MAX = 2;

export type ChunkParts = {
  readonly wire: Wire;
  readonly ran: Ran;
  readonly rowsMax: number;
  readonly isLinkAllowed: (link: URL) => boolean;
};

export function readChunks(parts: ChunkParts): Reading {
  const { manifest } = parts.ran;
  const columns = manifest.schema.columns ?? [];
  const readers = columns.map(({ type_name }) => cellReader(type_name));
  const chunks = manifest.total_chunk_count ?? 0;
  let at = 0;
  let seen = 0;
  const next = async (): Promise<Heard<SourcePage>> => {
    if (at >= chunks) return ok({ rows: [], end: endOf(parts, seen) });
    const texts = await textsOf(parts, at);
    if (!texts.ok) return texts;
    const rows: SourceCell[][] = [];
    for (const text of texts.value) {
      if (text.length !== columns.length) return fail(oddRow(at, text.length, columns.length));
      const cells = readers.map((read, column) => read(text[column] ?? null));
      const bad = cells.indexOf(undefined);
      if (bad !== -1) return fail(oddCell(columns[bad]?.name));
      rows.push(cells as SourceCell[]);
    }
    at += 1;
    seen += rows.length;
    return ok({ rows, end: at >= chunks ? endOf(parts, seen) : null });
  };
  return { columns: columns.map(({ name }) => name), next, close: async () => {} };
}

function endOf({ ran: { manifest }, rowsMax }: ChunkParts, seen: number): SourceEnd {
  if (manifest.truncated === true) {
    const why = `The query gives more than ${rowsMax} rows, the most that are read.`;
    return { complete: false, why };
  }
  if (manifest.total_row_count === undefined || manifest.total_chunk_count === undefined) {
    return { complete: false, why: "The workspace does not say how many rows there are." };
  }
  return manifest.total_row_count === seen
    ? { complete: true }
    : {
        complete: false,
        why: `The workspace counts ${manifest.total_row_count} rows and sent ${seen}.`,
      };
}

/** From what was said at the statement's end, or from what is said when asked for the chunk. */
async function textsOf(parts: ChunkParts, index: number): Promise<Heard<Texts>> {
  const { wire, ran } = parts;
  const path = `${pathOf(ran.id)}/result/chunks/${index}`;
  let heard = await rowsOf(parts, index === 0 ? (ran.first ?? {}) : {}, index);
  for (let asked = 0; heard?.ok !== true && asked < ASKED_PER_CHUNK_MAX; asked += 1) {
    const chunk = await ask(wire, { method: "GET", to: { path } }, Chunk);
    if (!chunk.ok) return chunk;
    heard = await rowsOf(parts, chunk.value, index);
  }
  return heard ?? fail(lost(index));
}

/** Null: the answer has nothing of this chunk. */
async function rowsOf(
  parts: ChunkParts,
  { chunk_index, data_array, row_count, external_links }: Chunk,
  index: number,
): Promise<Heard<Texts> | null> {
  const isOfChunk = (number: number | undefined): boolean => (number ?? index) === index;
  if (data_array) return isOfChunk(chunk_index) ? counted(data_array, row_count, index) : null;
  const link = external_links?.find((one) => isOfChunk(one.chunk_index));
  if (link === undefined) return null;
  const rows = await follow(parts, link.external_link);
  return rows.ok ? counted(rows.value, link.row_count, index) : rows;
}

function counted(rows: Texts, expected: number | undefined, index: number): Heard<Texts> {
  return expected === undefined || expected === rows.length ? ok(rows) : fail(lost(index));
}

/** A link carries its permission in itself: it is neither sent a token nor shown to anybody. */
async function follow({ wire, isLinkAllowed }: ChunkParts, text: string): Promise<Heard<Texts>> {
  const link = URL.parse(text);
  if (link === null || !isLinkAllowed(link)) {
    const where = link?.hostname ?? "an address that cannot be read";
    return fail({ kind: "refused", reason: `Rows would come from ${where}, which is not known.` });
  }
  return await ask(wire, { method: "GET", to: { link } }, LinkedRows);
}

const lost = (index: number): SourceFailure => ({
  kind: "unavailable",
  reason: `part ${index + 1} of the rows did not arrive whole.`,
});

const oddRow = (index: number, cells: number, columns: number): SourceFailure => ({
  kind: "unavailable",
  reason: `part ${index + 1} has a row with ${cells} cells, and there are ${columns} columns.`,
});

const oddCell = (column: string | undefined): SourceFailure => ({
  kind: "refused",
  reason: `Column "${column}" has a cell that is no short text.`,
});
