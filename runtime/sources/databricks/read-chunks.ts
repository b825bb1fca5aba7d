/** The rows of a statement, chunk by chunk (R32): each chunk must have as many rows as it is said
 *  to have, all chunks must have been read, and together they must be as many as the manifest
 *  counts. Anything else is an answer that is not complete, or none. */
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
const LINKS_PER_CHUNK_MAX = 2;

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
      const cells = readers.map((read, column) => read(text[column] ?? null));
      const odd = cells.indexOf(undefined);
      if (odd !== -1) return fail(oddCell(columns[odd]?.name));
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

async function textsOf(parts: ChunkParts, index: number): Promise<Heard<Texts>> {
  const { wire, ran } = parts;
  let chunk: Heard<Chunk> = ok(index === 0 ? (ran.first ?? {}) : {});
  for (let links = 0; chunk.ok; ) {
    const { data_array, row_count } = chunk.value;
    if (data_array) return counted(data_array, row_count, index);
    const link = chunk.value.external_links?.find((one) => (one.chunk_index ?? index) === index);
    if (link !== undefined) {
      const rows = await follow(parts, link.external_link);
      if (rows.ok) return counted(rows.value, link.row_count, index);
      links += 1;
      if (links === LINKS_PER_CHUNK_MAX) return rows;
    }
    const path = `${pathOf(ran.id)}/result/chunks/${index}`;
    chunk = await ask(wire, { method: "GET", to: { path } }, Chunk);
    const isEmpty = chunk.ok && !chunk.value.data_array && !chunk.value.external_links?.length;
    if (isEmpty) return fail(lost(index));
  }
  return chunk;
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

const oddCell = (column: string | undefined): SourceFailure => ({
  kind: "refused",
  reason: `Column "${column}" has a cell that is no short text.`,
});
