/** Why a batch is not moving: what its life is at, from being found to its last steps. */
import { isCompensation } from "../engine/execution-row.ts";
import type { PhaseRow } from "../engine/rows.ts";
import { isLiveBatch } from "../engine/statuses.ts";
import type { Facts, SeenStep } from "./facts.ts";
import { foremost } from "./foremost.ts";
import { holdsOpen, leadOf, phaseOf } from "./look.ts";
import { whyPaused } from "./paused.ts";
import { type Reason, reasonOf } from "./reason.ts";
import { batchSubject, memberSubject, phaseSubject, stepName, stepSubjectOf } from "./subjects.ts";
import { whyPhase } from "./why-phase.ts";
import { at, counted } from "./words.ts";

export function whyBatch(facts: Facts): Reason {
  const { batch } = facts;
  if (batch.paused && (isLiveBatch(batch.status) || isStopped(facts))) return whyHeld(facts);
  if (!isLiveBatch(batch.status)) return whyEnded(facts);
  if (batch.status === "detected") return whyDetected(facts);
  if (batch.status === "init_dispatched") return ofOwnSteps(facts, "init", "Its init is not done");
  return whyActive(facts);
}

/** Whatever its life is at: nothing new begins. */
function whyHeld(facts: Facts): Reason {
  const { inFlight } = facts.batch;
  const reason = whyPaused(facts, undefined, batchSubject(facts));
  if (inFlight === 0) return reason;
  const out = `${counted(inFlight, "job")} out ${inFlight === 1 ? "comes" : "come"} to an end.`;
  return { ...reason, text: `${reason.text} ${out}` };
}

/** Somebody's step is at its turn and may not begin. */
const isStopped = ({ steps }: Facts): boolean =>
  [...steps.values()].some((rows) => rows.some(({ waitingFor }) => waitingFor === "paused"));

/** Ended, and perhaps still being undone. */
function whyEnded(facts: Facts): Reason {
  const { batch } = facts;
  const { inFlight, compensations, statusReason, status, outcome } = batch;
  const subject = batchSubject(facts);
  if (inFlight + compensations === 0) {
    const how = statusReason?.replace("_", " ") ?? `with outcome ${outcome}`;
    return reasonOf({
      kind: "over",
      subject,
      text: `It is ${status}: ${how}.`,
      since: batch.endedAt,
    });
  }
  const left = [
    ...(inFlight > 0 ? [`${counted(inFlight, "job")} out`] : []),
    ...(compensations > 0 ? [`${counted(compensations, "step")} to undo`] : []),
  ].join(" and ");
  const kind =
    statusReason === "cancelling" ? "cancelling" : compensations > 0 ? "undoing" : "draining";
  const what = kind === "cancelling" ? "It was cancelled" : `It is ${status}`;
  const text = `${what}; still under way: ${left}.`;
  return reasonOf({ kind, subject, text, since: batch.endedAt, behind: underWay(facts) });
}

/** A step of anybody that is out or undoes something. */
function underWay(facts: Facts): Reason["behind"] {
  const leads = [...facts.steps.keys()].flatMap((memberId) => leadOf(facts, memberId) ?? []);
  const asked = leads.find(({ id }) => facts.attention.has(`step:${id}`));
  const first = asked ?? leads[0];
  return first === undefined ? null : stepSubjectOf(facts, first);
}

function whyDetected(facts: Facts): Reason {
  const { batch, phases, attention, now } = facts;
  const { id: batchId } = batch;
  const subject = batchSubject(facts);
  const unfilled = attention.get(`batch:${batchId}:unfilled`);
  if (unfilled !== undefined) {
    return reasonOf({
      kind: "needs-attention",
      subject,
      text: unfilled.reason,
      since: unfilled.openedAt,
      orders: [{ order: "cancel", batchId }],
    });
  }
  if (batch.isManual && phases.length > 0) {
    const text = "It is manual: it waits to be advanced.";
    return reasonOf({ kind: "advance", subject, text, orders: [{ order: "advance", batchId }] });
  }
  const text = "It was found; its life begins with the next look.";
  return reasonOf({ kind: "due-now", subject, text, at: now });
}

/** Init and finalize: the batch's own steps. */
function ofOwnSteps(facts: Facts, kind: "init" | "finalize", text: string): Reason {
  const lead = leadOf(facts, 0);
  const where = lead === null ? "." : `: it is at ${stepName(facts, lead)}.`;
  return reasonOf({
    kind,
    subject: batchSubject(facts),
    text: text + where,
    since: lead?.dispatchedAt ?? null,
    behind: lead === null ? null : stepSubjectOf(facts, lead),
  });
}

function whyActive(facts: Facts): Reason {
  const { batch, phases } = facts;
  const subject = batchSubject(facts);
  const dispatched = phases.filter(({ status }) => status === "dispatched");
  if (dispatched.length > 0) return ofPhases(facts, dispatched);
  if (batch.compensations > 0)
    return ofMembers(facts, "undoing", "steps undo what was done", isUndoing);
  if (batch.lateExecutions > 0) {
    const isLate = ({ phaseId }: SeenStep): boolean => phaseId !== 0;
    return ofMembers(facts, "late-members", "steps of members who came late", isLate);
  }
  const pending = phases.filter(({ status }) => status === "pending").sort(byDueTime)[0];
  if (pending !== undefined) {
    const text = `Its next phase is ${pending.name}.`;
    return { ...whyPhase(facts, pending), subject, text, behind: phaseSubject(pending) };
  }
  return ofOwnSteps(facts, "finalize", "All phases are over; its last steps run");
}

const isUndoing = (row: SeenStep): boolean => isCompensation(row) && holdsOpen(row);

const byDueTime = (one: PhaseRow, other: PhaseRow): number =>
  (one.dueAt?.getTime() ?? 0) - (other.dueAt?.getTime() ?? 0) || one.id - other.id;

/** The phase whose member's reason comes first. */
function ofPhases(facts: Facts, dispatched: readonly PhaseRow[]): Reason {
  const ids = new Set<number>(dispatched.map(({ id }) => id));
  const first = foremost(facts, ({ phaseId }) => ids.has(phaseId));
  const lead = first === null ? null : leadOf(facts, first.memberId);
  const held = dispatched.find(({ id }) => id === lead?.phaseId) ?? dispatched[0];
  const phase = phaseOf(facts, held?.id ?? 0) ?? dispatched[0];
  const subject = batchSubject(facts);
  if (phase === undefined) throw new Error(`batch ${facts.batch.id} has no phase under way`);
  const reason = whyPhase(facts, phase);
  const behind = phaseSubject(phase);
  if (reason.kind !== "members") {
    return { ...reason, subject, text: `Its phase ${phase.name} does not go on.`, behind };
  }
  const text = `Its phase ${phase.name} is under way since ${at(phase.dispatchedAt)}.`;
  const { since } = reason;
  return reasonOf({ kind: "phase-under-way", subject, text, since, behind });
}

function ofMembers(
  facts: Facts,
  kind: "undoing" | "late-members",
  what: string,
  isMeant: (row: SeenStep) => boolean,
): Reason {
  const { compensations, lateExecutions } = facts.batch;
  const count = kind === "undoing" ? compensations : lateExecutions;
  const first = foremost(facts, isMeant);
  const own = leadOf(facts, 0);
  const ofMember = first === null ? null : memberSubject(facts, first.memberId);
  return reasonOf({
    kind,
    subject: batchSubject(facts),
    text: `${count} ${what}.`,
    behind: ofMember ?? (own === null ? null : stepSubjectOf(facts, own)),
  });
}
