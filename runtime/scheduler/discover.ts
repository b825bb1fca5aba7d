/** Looks into the source of one runbook and carries out what follows from what is there. */
import type { MemberKey } from "../contract/identifiers.ts";
import { LIMITS } from "../contract/limits.ts";
import { fail, ok, type Result } from "../contract/result.ts";
import { diffMembers, type MemberDiff } from "../domain/member-diff.ts";
import type { DiffInput } from "../domain/membership.ts";
import type { Runbook } from "../domain/runbook.ts";
import { explainSourceFailure } from "../sources/failure.ts";
import { type Answer, readAll } from "../sources/read-all.ts";
import type { Source } from "../sources/source.ts";
import type { FoundBatch } from "../store/batches.ts";
import type { CommitFailure } from "../store/failure.ts";
import type { RunbookRecord } from "../store/runbooks.ts";
import type { Store } from "../store/store.ts";
import { immediateBatch, kindOf } from "./batch-keys.ts";
import { type Carried, carryOut } from "./carry-out.ts";
import { everBatched, startedMoves, throughLeaving } from "./further-facts.ts";
import type { Hand } from "./hand.ts";
import { type Known, type KnownMembership, knownBatches, SAME } from "./known-batches.ts";
import { planTick } from "./plan-tick.ts";
import { type MemberRow, type MemberRows, readRows, sharedKeys } from "./read-rows.ts";
import { type RowColumns, rowColumns } from "./row-columns.ts";
import type { Found } from "./scheduler.ts";

export type Looking<Receipt> = {
  readonly store: Store<Receipt>;
  readonly sources: Source;
  readonly hand: Hand;
  /** The store's time at the start of the tick. */
  readonly tickAt: Date;
  readonly record: RunbookRecord;
  readonly runbook: Runbook;
  /** Batches of which removals are held since an earlier tick. */
  readonly holding: ReadonlySet<FoundBatch["batch"]["id"]>;
};

export type Looked = {
  readonly found: Found;
  /** What is wrong with the source or its rows; null when nothing is. */
  readonly problem: string | null;
};

/** The source said nothing that could be used: nothing is done about anybody (R32). */
export type NotLooked =
  | { readonly kind: "source"; readonly reason: string }
  | { readonly kind: "store"; readonly failure: CommitFailure };

const storeFailed = (failure: CommitFailure): { readonly ok: false; readonly error: NotLooked } =>
  fail({ kind: "store", failure });

export async function discover<Receipt>(
  looking: Looking<Receipt>,
): Promise<Result<Looked, NotLooked>> {
  const { store, sources, record, runbook } = looking;
  const question = { runbookName: record.name, source: runbook.source };
  const answer = await readAll(sources, question, LIMITS.membersPerBatch);
  if (!answer.ok) return fail({ kind: "source", reason: explainSourceFailure(answer.error) });
  const columns = rowColumns(answer.value.columns, runbook.source);
  if (!columns.ok) return fail({ kind: "source", reason: columns.error });
  const live = await store.batches.live(record.name);
  if (!live.ok) return storeFailed(live.error);
  const immediate = immediateBatch(live.value, looking.tickAt, looking.hand.lease.token);
  const read = readRows(answer.value.rows, columns.value, runbook.timeZone, immediate);
  const done = await compareAndCarryOut(looking, live.value, columns.value, answer.value, read);
  if (!done.ok) return storeFailed(done.error);
  const { carried, diff } = done.value;
  return ok({
    found: foundOf(answer.value, read, diff, carried),
    problem: problemOf(answer.value, read, diff),
  });
}

async function compareAndCarryOut<Receipt>(
  looking: Looking<Receipt>,
  live: readonly FoundBatch[],
  columns: RowColumns,
  answer: Answer,
  read: MemberRows,
): Promise<Result<{ readonly carried: Carried; readonly diff: MemberDiff }, CommitFailure>> {
  const { store, hand, record, runbook } = looking;
  const absences = await store.discovery.absences(record.name);
  if (!absences.ok) return absences;
  const rows = new Map(read.rows.map((row) => [row.key, row]));
  const compared = { rows, columns, absences: absences.value };
  const known = await knownBatches(store, record.name, live, compared);
  if (!known.ok) return known;
  const input = await diffInput(looking, known.value, rows, answer, read);
  if (!input.ok) return input;
  const diff = diffMembers(input.value);
  const plan = planTick({
    diff,
    known: known.value,
    rows,
    unplaced: read.unplaced,
    tellsMissing: answer.end.complete,
    holding: new Set(live.map(({ batch }) => batch.id).filter((id) => looking.holding.has(id))),
    absences: absences.value,
    removalConfirmations: runbook.source.removalConfirmations,
  });
  const batchIds = new Map(
    [...known.value.batches].map(([key, { found }]) => [key, found.batch.id]),
  );
  const unbegun = live
    .filter((found) => found.batch.status === "detected" && kindOf(found) !== "manual")
    .map(({ batch }) => batch.id);
  const { name, version } = record;
  const carried = await carryOut({ store, hand, name, version, columns, batchIds, unbegun }, plan);
  return carried.ok ? ok({ carried: carried.value, diff }) : carried;
}

async function diffInput<Receipt>(
  { store, record, runbook }: Looking<Receipt>,
  known: Known,
  rows: ReadonlyMap<MemberKey, MemberRow>,
  answer: Answer,
  read: MemberRows,
): Promise<Result<DiffInput, CommitFailure>> {
  const { onReschedule, source } = runbook;
  const mode = source.batchTime.kind === "immediate" ? "immediate" : "scheduled";
  const started = await startedMoves(store, known, rows, mode);
  if (!started.ok) return started;
  const through = await throughLeaving(store, known, rows, mode);
  if (!through.ok) return through;
  const before = mode === "immediate" ? await everBatched(store, record.name, known, rows) : ok([]);
  if (!before.ok) return before;
  const members = known.members.map((member) => {
    const isStarted = started.value.has(member.id);
    const isThrough = through.value.has(member.id);
    return isStarted || isThrough
      ? { ...member, started: member.started || isStarted, through: isThrough }
      : member;
  });
  const approved = known.members.filter(isApproved(known));
  return ok({
    mode,
    batches: known.batches,
    members: [...before.value, ...members],
    answer: {
      kind: "rows",
      rows: read.rows.map(({ key, batchKey }) => ({
        key,
        batchKey,
        dataHash: SAME,
      })),
      complete: answer.end.complete,
      unplaced: read.unplaced,
    },
    onReschedule,
    removalConfirmations: source.removalConfirmations,
    approvedRemovals: new Set(approved.map(({ key }) => key)),
  });
}

/** What was approved of a member who is out, or of a batch that is over, says nothing of today. */
const isApproved =
  ({ batches }: Known) =>
  ({ removalApproved, status, batchKey }: KnownMembership): boolean =>
    removalApproved && status === "active" && batches.get(batchKey)?.live === true;

const foundOf = (answer: Answer, read: MemberRows, diff: MemberDiff, carried: Carried): Found => ({
  ...carried,
  rows: answer.rows.length,
  complete: answer.end.complete,
  unchanged: diff.unchanged,
  missing: diff.misses.filter(({ misses }) => misses > 0).length + (diff.held?.removed.length ?? 0),
  held: (diff.held?.removed.length ?? 0) + (diff.held?.moved.length ?? 0),
  refused: carried.refused + diff.refused.length,
  duplicates: diff.duplicates.length,
  unreadable: read.unreadable,
});

/** For the runbook's record: everything a person may want to mend in the source. */
function problemOf(answer: Answer, read: MemberRows, diff: MemberDiff): string | null {
  const shared = sharedKeys(diff.duplicates.length);
  const more = read.unreadable - read.problems.length;
  const parts = [
    ...(answer.end.complete ? [] : [answer.end.why]),
    ...read.problems,
    ...(more > 0 ? [`And ${more} more rows.`] : []),
    ...(shared === null ? [] : [shared]),
    ...(diff.refused.length > 0
      ? [`${diff.refused.length} rows ask for a batch that has ended or for a failed member.`]
      : []),
  ];
  return parts.length === 0 ? null : parts.join(" ");
}
