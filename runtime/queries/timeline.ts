/** A batch over time: one lane for init, each phase, what is undone and finalize; in each the last
 *  attempts of steps as bars. Of many members those under way come first, then a sample of the
 *  others: a lane says whether it left any out. */
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
  const isPart = memberId === undefined && every > 1;
  const lanes = lanesOf(facts, rows, bars, isPart);
  const times = lanes.flatMap(({ startedAt, endedAt }) => [startedAt, endedAt]);
  const now = instantOf(facts.now);
  const known = [...times, now].filter((at) => at !== null).sort();
  return ok({ batchId: id, from: known[0] ?? now, to: known.at(-1) ?? now, now, lanes });
}

function lanesOf(
  facts: Facts,
  rows: readonly SeenStep[],
  bars: number,
  isPart: boolean,
): TimelineLane[] {
  const lane = (kind: Kind, phase: PhaseRow | null): TimelineLane[] => {
    const own = rows.filter((row) => row.kind === kind && row.phaseId === (phase?.id ?? 0));
    return phase === null && own.length === 0
      ? []
      : [laneOf(facts, kind, phase, own, bars, isPart)];
  };
  return [
    ...lane("init", null),
    ...facts.phases
      .filter(({ status }) => status !== "superseded")
      .flatMap((phase) => lane("step", phase)),
    ...lane("removal", null),
    ...lane("rollback", null),
    ...lane("finalize", null),
  ];
}

function laneOf(
  facts: Facts,
  kind: Kind,
  phase: PhaseRow | null,
  rows: readonly SeenStep[],
  most: number,
  isPart: boolean,
): TimelineLane {
  const all = rows.flatMap((row) => barOf(facts, phase, row) ?? []).sort(byState);
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
    more: isPart || all.length > most,
  };
}

/** Those that last, then the newest. */
const byState = (one: TimelineBar, other: TimelineBar): number =>
  Number(other.to === null) - Number(one.to === null) ||
  (one.from < other.from ? 1 : one.from > other.from ? -1 : one.stepId - other.stepId);

/** Null for a step that has never been at its turn. */
function barOf(facts: Facts, phase: PhaseRow | null, row: SeenStep): TimelineBar | null {
  const state = stateOf(facts, row);
  const from = row.dispatchedAt ?? row.completedAt ?? phase?.dispatchedAt ?? null;
  const isAtTurn = row.dueAt !== null || row.waitingFor !== null || row.dispatchedAt !== null;
  if (from === null || (isOpenStep(row.status) && !isAtTurn)) return null;
  const isOver = !isOpenStep(row.status);
  if (isOver && row.dispatchedAt === null && !row.skipped) return null;
  const to = isOver ? (row.completedAt ?? from) : null;
  const { memberId } = row;
  return {
    stepId: row.id,
    memberId: memberId === 0 ? null : memberId,
    memberKey: memberId === 0 ? null : (facts.members.get(memberId)?.key ?? null),
    stepName: stepName(facts, row),
    attempt: row.attempt,
    state,
    from: instantOf(from),
    to: instantOrNull(to),
    note: isOver ? (row.error?.message ?? null) : whyStep(facts, row).text,
  };
}

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
