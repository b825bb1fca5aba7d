/** Records as text: a chunk is all that changed between two commits, with its number. Chunks are
 *  lines, so a segment may hold several; a number that was read before is skipped, because what
 *  is on its way to the journal alone may also have been taken along by a store's commit. */
import type { JournalRecord } from "../core/journal.ts";

export type Chunk = { readonly number: number; readonly records: readonly JournalRecord[] };

export const writeChunk = (number: number, records: readonly JournalRecord[]): string =>
  `${JSON.stringify([number, records])}\n`;

export function* readChunks(
  segments: Iterable<{ readonly records: string }>,
): Generator<Chunk, void> {
  let last = 0;
  for (const { records: text } of segments) {
    for (const line of text.split("\n")) {
      if (line === "") continue;
      const [number, records] = JSON.parse(line) as [number, JournalRecord[]];
      if (number <= last) continue;
      last = number;
      yield { number, records };
    }
  }
}
