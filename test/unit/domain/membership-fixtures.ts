/** Memberships, rows and answers for the tests of member diffs: plain ones, to be varied. */
import type {
  DiffInput,
  KnownBatch,
  Membership,
  SourceRow,
} from "../../../runtime/domain/membership.ts";

const batch = (batchKey: string, kind: KnownBatch["kind"], live: boolean): [string, KnownBatch] => [
  batchKey,
  { batchKey, kind, live },
];
export const BATCHES = new Map([
  batch("mon", "scheduled", true),
  batch("tue", "scheduled", true),
  batch("old", "scheduled", false),
  batch("now", "immediate", true),
  batch("done", "immediate", false),
  batch("hand", "manual", true),
]);

export const member = (
  key: string,
  batchKey: string,
  rest: Partial<Membership> = {},
): Membership => ({
  key,
  batchKey,
  status: "active",
  generation: 1,
  dataHash: "d",
  keptOut: false,
  started: false,
  through: false,
  misses: 0,
  among: null,
  held: false,
  ...rest,
});
export const row = (key: string, batchKey: string, rest: Partial<SourceRow> = {}): SourceRow => ({
  key,
  batchKey,
  dataHash: "d",
  ...rest,
});
export const answer = (
  rows: readonly SourceRow[],
  complete = true,
  unplaced: readonly string[] = [],
): DiffInput["answer"] => ({ kind: "rows", rows, complete, unplaced: new Set(unplaced) });

export const input = (
  members: readonly Membership[],
  rows: readonly SourceRow[],
  rest: Partial<DiffInput> = {},
): DiffInput => ({
  mode: "scheduled",
  batches: BATCHES,
  members,
  answer: answer(rows),
  onReschedule: "move",
  removalConfirmations: 1,
  approvedRemovals: new Set(),
  ...rest,
});

export const crowd = (count: number, batchKey = "mon"): readonly Membership[] =>
  Array.from({ length: count }, (_, index) => member(`m${index}`, batchKey));
export const rowsOf = (members: readonly Membership[]): readonly SourceRow[] =>
  members.map(({ key, batchKey }) => row(key, batchKey));
