/** Why a phase is not moving: it is paused, its time has not come, nobody has advanced the batch,
 *  or some of its members are not through; then the one that holds it longest is behind it. */
import type { PhaseRow } from "../engine/rows.ts";
import { isTerminalPhase } from "../engine/statuses.ts";
import type { Facts } from "./facts.ts";
import { foremost } from "./foremost.ts";
import { whyPaused } from "./paused.ts";
import { type Reason, reasonOf } from "./reason.ts";
import { batchSubject, memberSubject, phaseSubject } from "./subjects.ts";
import { at, counted } from "./words.ts";

export function whyPhase(facts: Facts, phase: PhaseRow): Reason {
  const subject = phaseSubject(phase);
  if (isTerminalPhase(phase.status)) {
    const text = `It is ${phase.status}.`;
    return reasonOf({ kind: "over", subject, text, since: phase.completedAt });
  }
  if (facts.batch.paused || phase.paused) return whyHeld(facts, phase);
  return phase.status === "pending" ? whyPending(facts, phase) : whyDispatched(facts, phase);
}

/** Its time may come meanwhile; none of its steps begins. */
function whyHeld(facts: Facts, phase: PhaseRow): Reason {
  const reason = whyPaused(facts, phase, phaseSubject(phase));
  const { status, dueAt } = phase;
  const isToCome = status === "pending" && dueAt !== null && dueAt > facts.now;
  if (!isToCome || reason.behind !== null) return reason;
  return { ...reason, text: `${reason.text} Its time is ${at(dueAt)}.` };
}

function whyPending(facts: Facts, phase: PhaseRow): Reason {
  const { batch, now } = facts;
  const subject = phaseSubject(phase);
  const { dueAt } = phase;
  if (dueAt === null) return whyUnadvanced(facts, phase);
  if (batch.status !== "active") {
    const text = `The batch's init comes first; then it begins at ${at(dueAt)}.`;
    return reasonOf({ kind: "init", subject, text, behind: batchSubject(facts) });
  }
  if (dueAt > now) {
    const text = `It begins at ${at(dueAt)}.`;
    return reasonOf({ kind: "phase-time", subject, text, at: dueAt });
  }
  const text = `It was due at ${at(dueAt)}; the next look begins it.`;
  return reasonOf({ kind: "due-now", subject, text, since: dueAt, at: now });
}

/** Of a manual batch: one call begins init, each further one a phase, never while one is under
 *  way. */
function whyUnadvanced(facts: Facts, phase: PhaseRow): Reason {
  const { batch, phases } = facts;
  const subject = phaseSubject(phase);
  const before = phases.find(
    ({ id, status }) => status === "dispatched" || (status === "pending" && id < phase.id),
  );
  if (before !== undefined && before.id !== phase.id) {
    const text = `Before it comes ${before.name}, which is not over.`;
    return reasonOf({ kind: "phase-before", subject, text, behind: phaseSubject(before) });
  }
  const behind = batchSubject(facts);
  if (batch.status === "init_dispatched") {
    return reasonOf({ kind: "init", subject, text: "The batch's init comes first.", behind });
  }
  if (batch.lateExecutions > 0) {
    const text = "Members who came late to earlier phases catch up first.";
    return reasonOf({ kind: "late-members", subject, text, behind });
  }
  return reasonOf({
    kind: "advance",
    behind: batch.status === "detected" ? behind : null,
    subject,
    text: "The batch is manual: it waits to be advanced.",
    orders: [{ order: "advance", batchId: batch.id }],
  });
}

function whyDispatched(facts: Facts, phase: PhaseRow): Reason {
  const { remaining, total, id } = phase;
  const are = remaining === 1 ? "is" : "are";
  const left = `${counted(remaining, "member")} of ${total} ${are} not through`;
  const subject = phaseSubject(phase);
  const first = foremost(facts, ({ phaseId }) => phaseId === id);
  if (first === null) {
    const text = `${left}.`;
    return reasonOf({ kind: "members", subject, text, since: phase.dispatchedAt });
  }
  const { memberId, reason } = first;
  const isDirect = reason.kind === "paused" || reason.kind === "failure-budget";
  if (isDirect) return whyPaused(facts, phase, subject);
  const behind = memberSubject(facts, memberId);
  return reasonOf({
    kind: "members",
    subject,
    text: `${left}; ${behind.name} holds it longest.`,
    since: phase.dispatchedAt,
    behind,
  });
}
