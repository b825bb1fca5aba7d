/** When something ends, as an interval that holds if nobody steps in: from due times, from what was
 *  seen of the same steps, and from the runbook's own limits where nothing was seen yet. What waits
 *  for a person ends nobody knows when, and that is said. */
import type { MemberId } from "../../contract/ids.ts";
import type { ReasonKind } from "../../contract/reasons.ts";
import type { PhaseRow } from "../engine/rows.ts";
import { isLiveBatch, isTerminalPhase } from "../engine/statuses.ts";
import { type Durations, durationsIn, type Span } from "./durations.ts";
import { type About, explain, rootOf } from "./explain.ts";
import type { Facts, SeenStep } from "./facts.ts";
import { holdsOpen, leadOf, phasePlanOf, stepsOf } from "./look.ts";
import { roomNeeded } from "./throughput.ts";

export type Eta =
  | {
      readonly kind: "between";
      readonly earliest: Date;
      readonly latest: Date;
      readonly basis: string;
    }
  | { readonly kind: "unknown"; readonly because: string };

/** Kinds that only a person, or another batch, ends. */
const UNKNOWABLE: ReadonlySet<ReasonKind> = new Set([
  "needs-attention",
  "worker-unknown",
  "failure-budget",
  "paused",
  "advance",
  "removal-held",
  "earlier-batch",
]);

/** Null when it is over, or not among the facts. `every`: each member known stands for so many. */
export function etaOf(facts: Facts, about: About, every = 1): Eta | null {
  const explanation = explain(facts, about);
  if (explanation === null || explanation.reason.kind === "over") return null;
  const root = rootOf(explanation);
  if (UNKNOWABLE.has(root.kind)) {
    return {
      kind: "unknown",
      because: `Nobody can say when ${root.subject.name} moves: ${root.text}`,
    };
  }
  if (isStillToAdvance(facts, about)) {
    return { kind: "unknown", because: "The batch is manual: each phase waits to be advanced." };
  }
  const durations = durationsIn(facts);
  const span = spanOf({ facts, durations, every }, about);
  return span === null ? null : between(facts.now, span);
}

/** Phases of a manual batch that have not begun have no time. */
function isStillToAdvance({ batch, phases }: Facts, about: About): boolean {
  const isAhead = about.kind === "batch" || about.kind === "member";
  return batch.isManual && isAhead && phases.some(({ status }) => status === "pending");
}

const SHORTEST_MS = 1_000;
/** What is told must hold with room to spare: simulated runs keep to more than nine in ten. */
const PROMISE = "Nine in ten end within it.";

function between(now: Date, { least, most, seen }: Span): Eta {
  const earliest = new Date(now.getTime() + Math.max(0, least));
  const latest = new Date(Math.max(earliest.getTime() + SHORTEST_MS, now.getTime() + most));
  const from =
    seen > 0
      ? `From ${seen} ends of the same steps and the runbook's limits, if nobody must step in.`
      : "From the runbook's own times and limits: nothing like it has ended yet.";
  return { kind: "between", earliest, latest, basis: `${from} ${PROMISE}` };
}

type Sight = { readonly facts: Facts; readonly durations: Durations; readonly every: number };

function spanOf(sight: Sight, about: About): Span | null {
  switch (about.kind) {
    case "batch":
      return spanOfBatch(sight);
    case "phase": {
      const phase = sight.facts.phases.find(({ id }) => id === about.id);
      return phase === undefined ? null : spanToPhase(sight, phase);
    }
    case "member":
      return spanOfMember(sight, about.id);
    case "step":
      return spanOfStep(sight, about.id);
  }
}

const NOTHING: Span = { least: 0, most: 0, seen: 0 };

/** One after the other: the first may be the last, when its member fails at it. */
const then = (one: Span, other: Span): Span => ({
  least: one.least,
  most: one.most + other.most,
  seen: one.seen + other.seen,
});

const both = (one: Span, other: Span): Span => ({
  least: Math.max(one.least, other.least),
  most: Math.max(one.most, other.most),
  seen: Math.max(one.seen, other.seen),
});

/** A member's open steps up to one of them, in the order in which it takes them. */
function spanOfRows({ facts, durations, every }: Sight, rows: readonly SeenStep[]): Span {
  const lead = rows[0] === undefined ? null : leadOf(facts, rows[0].memberId);
  const members = Math.max(1, facts.batch.activeMembers / every);
  const rest = rows.filter((row) => row.id !== lead?.id && holdsOpen(row));
  const first = lead === null ? NOTHING : durations.begun(lead, members);
  return rest.reduce((sum, row) => then(sum, durations.fresh(row, members)), first);
}

function spanOfStep(sight: Sight, id: SeenStep["id"]): Span | null {
  for (const rows of sight.facts.steps.values()) {
    const row = rows.find((each) => each.id === id);
    if (row === undefined) continue;
    const upTo = rows.filter(
      (other) => holdsOpen(other) && (other.id === id || isBefore(other, row)),
    );
    return spanOfRows(sight, upTo.length === 0 ? [row] : upTo);
  }
  return null;
}

const isBefore = (one: SeenStep, other: SeenStep): boolean =>
  one.phaseId < other.phaseId ||
  (one.phaseId === other.phaseId && (one.kind !== other.kind || one.stepIndex < other.stepIndex));

/** What undoing may take when a step is given up. */
function undoing({ facts, durations }: Sight): number {
  const plan = facts.plans.get(facts.batch.version);
  const sequences = [...(plan?.rollbacks.values() ?? []), plan?.onMemberRemoved ?? []];
  return Math.max(0, ...sequences.map((steps) => durations.limit(steps)));
}

function spanOfMember(sight: Sight, id: MemberId): Span {
  const { facts } = sight;
  const open = stepsOf(facts, id).filter(holdsOpen);
  const own = open.length === 0 ? outSpan(sight, id) : spanOfRows(sight, open);
  const after = { ...NOTHING, most: undoing(sight) };
  const isGoingOn = facts.members.get(id)?.status === "active" && isLiveBatch(facts.batch.status);
  if (!isGoingOn) return then(own, after);
  const ahead = then(initSpan(sight), pendingSpan(sight, own));
  return then({ ...ahead, least: soonest(sight, own, open.length > 0) }, after);
}

/** The first thing ahead of a member may be its last, when it fails at it: what is open, init, or
 *  the next phase. */
function soonest(sight: Sight, own: Span, isOpen: boolean): number {
  const { batch, phases, now } = sight.facts;
  if (isOpen) return own.least;
  if (batch.status !== "active") return initSpan(sight).least;
  const due = phases.filter(({ status }) => status === "pending").map(({ dueAt }) => dueAt);
  const first = Math.min(...due.map((at) => Math.max(0, (at?.getTime() ?? 0) - now.getTime())));
  return Math.max(own.least, Number.isFinite(first) ? first : 0);
}

/** Nothing is open; a job that no longer counts may be out. */
function outSpan({ facts, durations }: Sight, id: MemberId | 0): Span {
  const lead = leadOf(facts, id);
  return lead === null ? NOTHING : durations.begun(lead, 1);
}

/** Phases to come, each at its time and after what is before it. */
function pendingSpan(sight: Sight, before: Span): Span {
  const { facts } = sight;
  const pending = facts.phases.filter(({ status }) => status === "pending");
  return pending.reduce((sum, phase) => afterPhase(sight, sum, phase), before);
}

function afterPhase({ facts, durations }: Sight, before: Span, phase: PhaseRow): Span {
  const due = Math.max(0, (phase.dueAt?.getTime() ?? 0) - facts.now.getTime());
  const steps = phasePlanOf(facts, phase)?.steps ?? [];
  const most = Math.max(due, before.most) + durations.limit(steps) + LOOK_MS;
  return { least: Math.max(before.least, due), most, seen: before.seen };
}

/** How long a phase that is due may lie until the next tick sees it. */
const LOOK_MS = 300_000;

/** Init comes before every phase, and its failure ends all. */
function initSpan(sight: Sight): Span {
  const { facts, durations } = sight;
  const { status, version } = facts.batch;
  if (status === "active" || !isLiveBatch(status)) return NOTHING;
  const open = stepsOf(facts, 0).filter(holdsOpen);
  if (open.length > 0) return spanOfRows(sight, open);
  return { ...NOTHING, most: durations.limit(facts.plans.get(version)?.init ?? []) + LOOK_MS };
}

function spanToPhase(sight: Sight, phase: PhaseRow): Span {
  const { facts } = sight;
  const isUpTo = (other: PhaseRow): boolean =>
    !isTerminalPhase(other.status) && (other.id <= phase.id || other.status === "dispatched");
  const under = facts.phases
    .filter((other) => other.status === "dispatched" && isUpTo(other))
    .reduce((sum, other) => both(sum, dispatchedSpan(sight, other)), initSpan(sight));
  if (phase.status === "dispatched") return dispatchedSpan(sight, phase);
  const ahead = facts.phases
    .filter((other) => other.status === "pending" && other.id <= phase.id)
    .reduce((sum, other) => afterPhase(sight, sum, other), { ...under, least: 0 });
  return facts.batch.status === "active" ? ahead : { ...ahead, least: initSpan(sight).least };
}

/** All its members, of whom those known are looked at. */
function dispatchedSpan(sight: Sight, phase: PhaseRow): Span {
  const { facts } = sight;
  let span = NOTHING;
  for (const memberId of facts.steps.keys()) {
    const open = stepsOf(facts, memberId).filter(
      (row) => holdsOpen(row) && row.phaseId !== 0 && row.phaseId <= phase.id,
    );
    if (open.some(({ phaseId }) => phaseId === phase.id))
      span = both(span, spanOfRows(sight, open));
  }
  return both(span, roomNeeded(facts, phase, sight.every));
}

function spanOfBatch(sight: Sight): Span {
  const { facts, durations } = sight;
  const { batch, phases, plans } = facts;
  const undone = undoing(sight);
  if (!isLiveBatch(batch.status)) return then(everybodyOut(sight), { ...NOTHING, most: undone });
  const init = initSpan(sight);
  const under = phases
    .filter(({ status }) => status === "dispatched")
    .reduce((sum, phase) => both(sum, dispatchedSpan(sight, phase)), init);
  const most = under.most + (under === init ? 0 : LOOK_MS);
  const ahead = pendingSpan(sight, { ...under, most });
  const finalize = durations.limit(plans.get(batch.version)?.finalize ?? []);
  const whole = then(ahead, { ...NOTHING, most: undone + finalize });
  const late = then(everybodyOut(sight), { ...NOTHING, most: undone + finalize });
  const isInit = batch.status !== "active";
  return { ...both(whole, { ...late, least: 0 }), least: isInit ? init.least : whole.least };
}

/** Whatever anybody known has open, late and undoing included. */
function everybodyOut(sight: Sight): Span {
  let span = NOTHING;
  for (const memberId of sight.facts.steps.keys()) {
    const open = stepsOf(sight.facts, memberId).filter(holdsOpen);
    const own = open.length === 0 ? outSpan(sight, memberId) : spanOfRows(sight, open);
    span = both(span, own);
  }
  return span;
}
