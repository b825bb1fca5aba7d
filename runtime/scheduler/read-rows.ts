/** From a source's rows to members: their key, and the batch their time asks for.
 *  - A row that cannot be placed keeps its member where it is; it is told with its number, never
 *    with what it holds (R44).
 *  - A row without a time is not planned yet, and is nothing to complain about. */
import { MemberKey } from "../contract/identifiers.ts";
import type { Result } from "../contract/result.ts";
import { type BatchTimeFailure, parseBatchTime } from "../domain/batch-time.ts";
import type { SourceRow } from "../sources/source.ts";
import { type RowColumns, unreadableList } from "./row-columns.ts";

export type MemberRow = {
  readonly key: MemberKey;
  readonly batchKey: string;
  readonly start: Date;
  readonly cells: SourceRow;
};

export type MemberRows = {
  readonly rows: readonly MemberRow[];
  /** Keys of rows that are there and have no place. */
  readonly unplaced: ReadonlySet<MemberKey>;
  readonly unreadable: number;
  /** What is wrong with the first of them. */
  readonly problems: readonly string[];
};

/** The batch of rows that name no time. */
export type ImmediateBatch = { readonly batchKey: string; readonly start: Date };

const PROBLEMS_TOLD = 5;
/** Keys that are already in the contract's one writing, which most are: no need to ask zod. */
const PLAIN_KEY = /^[a-z0-9._@+-]{1,256}$/;

export function readRows(
  rows: readonly SourceRow[],
  columns: RowColumns,
  timeZone: string,
  immediate: ImmediateBatch,
): MemberRows {
  const placeOf = placing(timeZone);
  const found: MemberRow[] = [];
  const unplaced = new Set<MemberKey>();
  const problems: string[] = [];
  let unreadable = 0;
  const complain = (index: number, problem: string): void => {
    unreadable += 1;
    if (problems.length < PROBLEMS_TOLD) problems.push(`Row ${index + 1}: ${problem}`);
  };
  for (const [index, cells] of rows.entries()) {
    const key = keyOf(cells[columns.keyAt]);
    if (key === null) {
      complain(index, "the primary key is empty or cannot be used.");
      continue;
    }
    const list = columns.lists.length === 0 ? null : unreadableList(cells, columns);
    const place = columns.timeAt === null ? immediate : placeOf(cells[columns.timeAt] ?? null);
    if (list !== null) complain(index, `the list in column "${list}" cannot be read.`);
    else if (typeof place === "string") complain(index, place);
    if (list !== null || place === null || typeof place === "string") unplaced.add(key);
    else found.push({ key, batchKey: place.batchKey, start: place.start, cells });
  }
  return { rows: found, unplaced, unreadable, problems };
}

/** What a tick says of keys that stand in several rows; null when none does. */
export function sharedKeys(count: number): string | null {
  if (count === 0) return null;
  return count === 1
    ? "1 key has several rows; its member stays as it is."
    : `${count} keys have several rows; their members stay as they are.`;
}

function keyOf(cell: unknown): MemberKey | null {
  if (typeof cell !== "string" && typeof cell !== "number") return null;
  const text = String(cell);
  if (PLAIN_KEY.test(text)) return text as MemberKey;
  const key = MemberKey.safeParse(text);
  return key.success ? key.data : null;
}

type Place = ImmediateBatch | string | null;

/** A problem, or null when the cell is empty. Few texts are shared by many rows, so each is read
 *  once. */
function placing(timeZone: string): (cell: unknown) => Place {
  const known = new Map<string, Place>();
  return (cell) => {
    if (cell === null || (typeof cell === "string" && cell.trim() === "")) return null;
    if (typeof cell !== "string") return "its batch time is no text.";
    const before = known.get(cell);
    if (before !== undefined) return before;
    const place = placeAt(parseBatchTime(cell.trim(), timeZone));
    known.set(cell, place);
    return place;
  };
}

function placeAt(time: Result<Date, BatchTimeFailure>): Place {
  if (time.ok) return { batchKey: time.value.toISOString(), start: time.value };
  const { error } = time;
  switch (error.kind) {
    case "malformed":
      return "its batch time is not an ISO 8601 date and time.";
    case "no-such-time":
      return "its batch time does not exist in the calendar.";
    case "year-out-of-range":
      return "its batch time is out of range.";
    case "clock-gap":
    case "clock-overlap":
      return (
        `its batch time ${error.kind === "clock-gap" ? "is skipped" : "comes twice"} when the ` +
        `clocks of ${error.timeZone} change; write ${error.earlier.toISOString()} or ` +
        `${error.later.toISOString()}.`
      );
  }
}
