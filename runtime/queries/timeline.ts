/** A batch over time: one lane for init, each phase, what is undone and finalize; in each the
 *  attempts of steps as bars, and the waits between them. Of many members those under way come
 *  first, then a sample of the others: a lane says whether it left any out. */
import type {
  Timeline,
  TimelineBar,
  TimelineLane,
  TimelineQuery,
} from "../contract/http/timeline.ts";
import type { BatchId } from "../contract/ids.ts";
import { ok } from "../contract/result.ts";
import type { PhaseRow } from "../domain/engine/rows.ts";
import { isOpenStep } from "../domain/engine/statuses.ts";
import type { Facts, SeenStep } from "../domain/why/facts.ts";
import { stepName } from "../domain/why/subjects.ts";
import { whyStep } from "../domain/why/why-step.ts";
import { type Past, type PastAttempt, pastAttempts } from "./attempts.ts";
import { gather } from "./batch-facts.ts";
import { type Answer, instantOf, instantOrNull, type QueryParts } from "./parts.ts";

type Kind = TimelineLane["kind"];

/** Null when there is no such batch. */
export async function timelineOf(
  parts: QueryParts,
  id: BatchId,
  { memberId, bars }: Pick<TimelineQuery, "memberId" | "bars">,
): Answer<Timeline | null> {
  const gathered = await gather(parts, id, memberId === undefined ? [] : [memberId]);
  if (!gathered.ok) return gathered;
  if (gathered.value === null) return ok(null);
  const { facts, every } = gathered.value;
  const rows = [...facts.steps.entries()]
    .filter(([of]) => memberId === undefined || of === memberId || of === 0)
    .flatMap(([, steps]) => steps);
  const past = await pastAttempts(parts, id, rows);
  if (!past.ok) return past;
  const isPart = memberId === undefined && every > 1;
  const lanes = lanesOf({ facts, past: past.value, most: bars, isPart }, rows);
  const times = lanes.flatMap(({ startedAt, endedAt }) => [startedAt, endedAt]);
  const now = instantOf(facts.now);
  const known = [...times, now].filter((at) => at !== null).sort();
  return ok({ batchId: id, from: known[0] ?? now, to: known.at(-1) ?? now, now, lanes });
}

/** What lanes are drawn from; `isPart`: not all members are known. */
type Sight = {
  readonly facts: Facts;
  readonly past: Past;
  readonly most: number;
  readonly isPart: boolean;
};

function lanesOf(sight: Sight, rows: readonly SeenStep[]): TimelineLane[] {
  const lane = (kind: Kind, phase: PhaseRow | null): TimelineLane[] => {
    const own = rows.filter((row) => row.kind === kind && row.phaseId === (phase?.id ?? 0));
    return phase === null && own.length === 0 ? [] : [laneOf(sight, kind, phase, own)];
  };
  return [
    ...lane("init", null),
    ...sight.facts.phases
      .filter(({ status }) => status !== "superseded")
      .flatMap((phase) => lane("step", phase)),
    ...lane("removal", null),
    ...lane("rollback", null),
    ...lane("finalize", null),
  ];
}

function laneOf(
  { facts, past, most, isPart }: Sight,
  kind: Kind,
  phase: PhaseRow | null,
  rows: readonly SeenStep[],
): TimelineLane {
  const all = rows.flatMap((row) => barsOf(facts, phase, row, past)).sort(byState);
  const begun = rows.flatMap(({ dispatchedAt }) => dispatchedAt ?? []).map(Number);
  const ended = rows.flatMap(({ completedAt }) => completedAt ?? []).map(Number);
  const isOpen = rows.some(({ status }) => isOpenStep(status));
  const first = begun.length === 0 ? null : new Date(Math.min(...begun));
  const last = isOpen || ended.length === 0 ? null : new Date(Math.max(...ended));
  return {
    kind,
    phaseId: phase?.id ?? null,
    name: phase?.name ?? kind,
    status: phase?.status ?? null,
    dueAt: instantOrNull(phase?.dueAt ?? null),
    startedAt: instantOrNull(phase === null ? first : phase.dispatchedAt),
    endedAt: instantOrNull(phase === null ? last : phase.completedAt),
    bars: all.slice(0, most),
    more: isPart || all.length > most || rows.some(({ id }) => past.missing.has(id)),
  };
}

/** Those that last, then the newest. */
const byState = (one: TimelineBar, other: TimelineBar): number =>
  Number(other.to === null) - Number(one.to === null) ||
  (one.from < other.from ? 1 : one.from > other.from ? -1 : one.stepId - other.stepId);

/** Every attempt of a step, what lay between them, and how it stands now. */
function barsOf(
  facts: Facts,
  phase: PhaseRow | null,
  row: SeenStep,
  past: Past,
): readonly TimelineBar[] {
  const before = past.of.get(row.id) ?? [];
  const now = barOf(facts, phase, row, before.at(-1)?.to ?? null);
  return [...pastBars(facts, row, before), ...(now === null ? [] : [now])];
}

/** The wait after the last of them is the present bar, while it lasts. */
function pastBars(
  facts: Facts,
  row: SeenStep,
  before: readonly PastAttempt[],
): readonly TimelineBar[] {
  const of = ofStep(facts, row);
  return before.flatMap((past, index): TimelineBar[] => {
    const { attempt, from, to, note, isThrottled, isRetried, isTimedOut } = past;
    const state = isTimedOut ? "timed-out" : "failed";
    const end = instantOf(to);
    const tried = { ...of, attempt, state, from: instantOf(from ?? to), to: end, note } as const;
    const next = before[index + 1];
    const isWaiting = next === undefined && row.status === "pending";
    const again = next === undefined ? row.dispatchedAt : next.from;
    if (!isRetried || isWaiting || again === null || again <= to) return [tried];
    const wait = isThrottled ? "throttled" : "retrying";
    const coming = next?.attempt ?? row.attempt;
    return [tried, { ...of, attempt: coming, state: wait, from: end, to: instantOf(again), note }];
  });
}

/** Null for a step that has never been at its turn. `failedAt`: when its attempt before ended; a
 *  step that waits to be tried again waits since then. */
function barOf(
  facts: Facts,
  phase: PhaseRow | null,
  row: SeenStep,
  failedAt: Date | null,
): TimelineBar | null {
  const state = stateOf(facts, row);
  const began = row.status === "pending" ? (failedAt ?? row.dispatchedAt) : row.dispatchedAt;
  const from = began ?? row.completedAt ?? phase?.dispatchedAt ?? null;
  const isAtTurn = row.dueAt !== null || row.waitingFor !== null || row.dispatchedAt !== null;
  if (from === null || (isOpenStep(row.status) && !isAtTurn)) return null;
  const isOver = !isOpenStep(row.status);
  if (isOver && row.dispatchedAt === null && !row.skipped) return null;
  const to = isOver ? (row.completedAt ?? from) : null;
  return {
    ...ofStep(facts, row),
    attempt: row.attempt,
    state,
    from: instantOf(from),
    to: instantOrNull(to),
    note: isOver ? (row.error?.message ?? null) : whyStep(facts, row).text,
  };
}

/** What every bar of a step says of it. */
const ofStep = (facts: Facts, row: SeenStep) => ({
  stepId: row.id,
  memberId: row.memberId === 0 ? null : row.memberId,
  memberKey: row.memberId === 0 ? null : (facts.members.get(row.memberId)?.key ?? null),
  stepName: stepName(facts, row),
});

const ENDED: Readonly<Record<string, TimelineBar["state"]>> = {
  succeeded: "succeeded",
  failed: "failed",
  poll_timeout: "timed-out",
  rolled_back: "rolled-back",
};

function stateOf(facts: Facts, row: SeenStep): TimelineBar["state"] {
  if (row.skipped) return "skipped";
  if (!isOpenStep(row.status)) return ENDED[row.status] ?? "cancelled";
  if (row.status === "polling") return "polling";
  if (row.status === "dispatched") return "running";
  const { kind } = whyStep(facts, row);
  if (kind === "throttled") return "throttled";
  return kind === "retry-due" ? "retrying" : "waiting";
}
