/** What a tick is going to do for one runbook, as data: a pure step from the comparison of known
 *  and found members to single orders. The orders are given in this sequence, so that a member
 *  is let go by one batch before another takes it in (I2, R36), and each of them may be the last
 *  that is carried out: the next tick finds what is left. */
import type { MemberKey } from "../contract/identifiers.ts";
import type { BatchId } from "../contract/ids.ts";
import type { InputOf } from "../domain/engine/inputs.ts";
import type { Held, MemberDiff, Moved, Placed, Subject } from "../domain/member-diff.ts";
import type { Absence, AbsenceChange } from "../store/discovery.ts";
import type { Known, KnownMembership } from "./known-batches.ts";
import type { MemberRow } from "./read-rows.ts";

export type Plan = {
  readonly newBatches: readonly Pick<MemberRow, "batchKey" | "start">[];
  readonly removals: readonly Removal[];
  readonly arrivals: readonly Arrival[];
  readonly refreshes: readonly { readonly member: KnownMembership; readonly row: MemberRow }[];
  /** Whose approval to leave is over. */
  readonly lapses: readonly KnownMembership[];
  readonly holds: readonly Hold[];
  readonly absences: readonly AbsenceChange[];
};

export type Removal = {
  readonly member: KnownMembership;
  readonly why: InputOf<"member-removed">["why"];
};

export type Arrival = {
  readonly row: MemberRow;
  /** Its membership in the same batch that it returns to; null when it is new there. */
  readonly returns: KnownMembership | null;
  /** The batch that lets it go in the same tick; null when none does. */
  readonly leaves: BatchId | null;
  readonly waitsFor: BatchId | null;
};

/** A count of 0 lets go what was held before. */
export type Hold = Pick<InputOf<"removals-held">, "count" | "limit" | "why"> & {
  readonly batchId: BatchId;
};

export type Planned = {
  readonly diff: MemberDiff;
  readonly known: Known;
  readonly rows: ReadonlyMap<MemberKey, MemberRow>;
  /** Keys whose row is there but could not be placed. */
  readonly unplaced: ReadonlySet<string>;
  /** Whether the answer says who is missing. */
  readonly tellsMissing: boolean;
  /** Batches for which removals are held since an earlier tick. */
  readonly holding: ReadonlySet<BatchId>;
  readonly absences: ReadonlyMap<MemberKey, Absence>;
  readonly removalConfirmations: number;
};

export function planTick(given: Planned): Plan {
  const { diff, known, rows } = given;
  const find = finder(known);
  const rowOf = ({ key }: Subject): MemberRow => there(rows.get(key as MemberKey), `row ${key}`);
  const batchOf = (batchKey: string): BatchId =>
    there(known.batches.get(batchKey), `batch ${batchKey}`).found.batch.id;
  const arrival = (placed: Placed, leaves: BatchId | null): Arrival => ({
    row: rowOf(placed),
    returns: placed.generation > 1 ? find(placed) : null,
    leaves,
    waitsFor: placed.waitsFor === null ? leaves : batchOf(placed.waitsFor),
  });
  const arrivals = [
    ...[...diff.added, ...diff.returned].map((placed) => arrival(placed, null)),
    ...diff.moved.map((moved) => arrival(moved, batchOf(moved.from))),
  ];
  return {
    newBatches: newBatches(arrivals, known),
    removals: [
      ...diff.removed.map((left) => ({ member: find(left), why: "left_source" }) as const),
      ...diff.moved.map((moved) => ({ member: find(fromOf(moved)), why: WHY[moved.how] })),
    ],
    arrivals,
    refreshes: diff.refreshed.map((each) => ({ member: find(each), row: rowOf(each) })),
    lapses: known.members.filter(isLapsed(given)),
    holds: given.tellsMissing ? holds(diff.held, given.holding, batchOf) : [],
    absences: absences(given),
  };
}

/** Approved to leave, and yet its row is there: the absence that was meant is over. A row
 *  that asks for another batch is what was approved, and that move is carried out. */
function isLapsed(given: Planned): (member: KnownMembership) => boolean {
  const { diff, known, rows } = given;
  const moving = new Set(diff.moved.map(({ key }) => key));
  const isKeptOut = keepsOut(given);
  return ({ key, status, batchKey, removalApproved }) => {
    if (!removalApproved || known.batches.get(batchKey)?.live !== true) return false;
    if (status === "removed") return !isKeptOut(key, batchKey);
    return status === "active" && rows.has(key) && !moving.has(key);
  };
}

/** An operator's removal stands until the source has been without the member in that batch. */
function keepsOut(given: Planned): (key: MemberKey, batchKey: string) => boolean {
  const { diff, rows, unplaced, tellsMissing } = given;
  const unclear = new Set([...unplaced, ...diff.duplicates.map(({ key }) => key)]);
  return (key, batchKey) =>
    !tellsMissing || unclear.has(key) || rows.get(key)?.batchKey === batchKey;
}

const WHY = { move: "moved_unstarted", remove_add: "rescheduled" } as const;

const fromOf = ({ key, from }: Moved): Subject => ({ key, batchKey: from });

/** The first row of each batch that does not exist yet brings it. */
function newBatches(arrivals: readonly Arrival[], { batches }: Known): Plan["newBatches"] {
  const made = new Map<string, MemberRow>();
  for (const { row } of arrivals) {
    if (!batches.has(row.batchKey) && !made.has(row.batchKey)) made.set(row.batchKey, row);
  }
  return [...made.values()].map(({ batchKey, start }) => ({ batchKey, start }));
}

/** Told with every tick: only the batch knows how many it has asked about. */
function holds(
  held: Held | null,
  holding: ReadonlySet<BatchId>,
  batchOf: (batchKey: string) => BatchId,
): readonly Hold[] {
  const counts = new Map<BatchId, number>();
  const { limit, why } = held ?? { limit: 0, why: "held-before" };
  for (const { batchKey } of [...(held?.removed ?? []), ...(held?.moved ?? []).map(fromOf)]) {
    const id = batchOf(batchKey);
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  const over = [...holding].filter((id) => !counts.has(id));
  return [
    ...[...counts].map(([batchId, count]) => ({ batchId, count, limit, why })),
    ...over.map((batchId) => ({ batchId, count: 0, limit, why })),
  ];
}

/** Whoever is missing or to leave, and still a member, is kept in mind; of others only who is held.
 *  An answer that does not say who is missing adds those whose move is held, and ends nothing. */
function absences(given: Planned): readonly AbsenceChange[] {
  const { diff, absences: before, removalConfirmations, tellsMissing } = given;
  const now = new Map<string, Absence>();
  const keep = (key: string, misses: number, held: boolean): void => {
    const among = before.get(key as MemberKey)?.among ?? diff.followers;
    now.set(key, { misses, among, held });
  };
  for (const { key, misses } of diff.misses) if (misses > 0) keep(key, misses, false);
  for (const { key } of diff.held?.removed ?? []) keep(key, removalConfirmations, true);
  for (const { key } of diff.held?.moved ?? []) keep(key, 0, true);
  const isNew = ([key, { misses, held }]: [string, Absence]): boolean => {
    const known = before.get(key as MemberKey);
    return known?.misses !== misses || known.held !== held;
  };
  const staysHeld = heldOutOfSight(given);
  const isOver = ([key, absence]: [MemberKey, Absence]): boolean =>
    !now.has(key) && !staysHeld(key, absence);
  const over = tellsMissing ? [...before].filter(isOver).map(([key]) => key) : [];
  return [
    ...[...now].filter(isNew).map(([key, absence]) => ({ key: key as MemberKey, absence })),
    ...over.map((key) => ({ key, absence: null })),
  ];
}

/** Held, and its batch has ended or the member has failed: either may be taken back by a retry, and
 *  what was held is held then, too (B1 of the breaker). */
function heldOutOfSight(given: Planned): (key: MemberKey, absence: Absence) => boolean {
  const { diff, known, rows, unplaced } = given;
  const left = new Set<string>(diff.removed.map(({ key }) => key));
  for (const { key, status, batchKey } of known.members) {
    if (status === "removed" && known.batches.get(batchKey)?.live === true) left.add(key);
  }
  return (key, { held }) => held && !rows.has(key) && !unplaced.has(key) && !left.has(key);
}

/** Membership of a key in a batch. The index of a batch is made when it is first asked. */
function finder({ members }: Known): (subject: Subject) => KnownMembership {
  const indexes = new Map<string, Map<string, KnownMembership>>();
  const indexOf = (batchKey: string): Map<string, KnownMembership> => {
    const inBatch = members.filter((member) => member.batchKey === batchKey);
    return new Map(inBatch.map((member) => [member.key, member]));
  };
  return ({ key, batchKey }) => {
    const index = indexes.get(batchKey) ?? indexOf(batchKey);
    indexes.set(batchKey, index);
    return there(index.get(key), `member ${key} of ${batchKey}`);
  };
}

function there<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw new Error(`the comparison names a ${what} that is not there`);
  return value;
}
