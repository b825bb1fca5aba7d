/** Why a step is not moving. A step with a mark of its own (a job that is out, a due time, what it
 *  is parked for) is at its turn and the mark is the reason; any other stands behind the step its
 *  member is at. */
import { isCompensation } from "../engine/execution-row.ts";
import { isOpenStep } from "../engine/statuses.ts";
import type { Facts, SeenMember, SeenStep } from "./facts.ts";
import { leadOf, phaseOf, phasePlanOf, planStep } from "./look.ts";
import { whyParked } from "./parked.ts";
import { type MovingOrder, type Reason, reasonOf } from "./reason.ts";
import { memberSubject, stepName, stepSubjectOf } from "./subjects.ts";
import { at, by } from "./words.ts";

export function whyStep(facts: Facts, row: SeenStep): Reason {
  const { attention } = facts;
  if (row.outstanding) return isOpenStep(row.status) ? atWorker(facts, row) : draining(facts, row);
  if (attention.has(`step:${row.id}`)) return asked(facts, row);
  if (!isOpenStep(row.status)) return ended(facts, row);
  if (row.waitingFor !== null) return whyParked(facts, row, row.waitingFor);
  if (row.dueAt === null) return behind(facts, row);
  return row.dueAt > facts.now ? later(facts, row, row.dueAt) : dueNow(facts, row);
}

const ended = (facts: Facts, row: SeenStep): Reason =>
  reasonOf({
    kind: "over",
    subject: stepSubjectOf(facts, row),
    text: row.skipped ? "It was skipped." : `It is ${row.status.replace("_", " ")}.`,
    since: row.completedAt,
  });

function asked(facts: Facts, row: SeenStep): Reason {
  const subject = `step:${row.id}`;
  const { reason, openedAt, actions = [] } = facts.attention.get(subject) ?? {};
  const { batchId, id: executionId } = row;
  const orders: readonly MovingOrder[] = [
    { order: "retry-step", batchId, executionId },
    { order: "skip-step", batchId, executionId },
    { order: "fail-step", batchId, executionId },
    { order: "cancel", batchId },
    { order: "dismiss", batchId, subject },
  ];
  return reasonOf({
    kind: "needs-attention",
    subject: stepSubjectOf(facts, row),
    text: [reason, row.error?.message].filter((part) => part !== undefined).join(" "),
    since: openedAt ?? null,
    orders: orders.filter(({ order }) => actions.includes(order)),
  });
}

/** Its question, when it is polling; else the attempt itself. */
function atWorker(facts: Facts, row: SeenStep): Reason {
  const subject = stepSubjectOf(facts, row);
  const since = row.lastPolledAt ?? row.dispatchedAt;
  const incident = facts.incidents.find(({ executionId }) => executionId === row.id);
  if (incident !== undefined) {
    const { id: incidentId, reason, openedAt } = incident;
    return reasonOf({
      kind: "incident",
      subject,
      text: `A message about its job was given up (${reason}) and is incident ${incidentId}.`,
      since: openedAt,
      at: row.dueAt,
      orders: [
        { order: "redrive", incidentId },
        { order: "discard", incidentId },
      ],
    });
  }
  const worker = workerOf(facts, row);
  const what = row.status === "polling" ? `question ${row.pollCount}` : `attempt ${row.attempt}`;
  const text = `The job of ${what} is with ${worker} since ${at(since)}${lost(row)}.`;
  return reasonOf({ kind: "at-worker", subject, text, since, at: row.dueAt });
}

const lost = ({ dueAt }: SeenStep): string =>
  dueAt === null ? "" : `; unanswered, it counts as lost ${by(dueAt)}`;

const workerOf = (facts: Facts, row: SeenStep): string =>
  planStep(facts, row)?.workerId ?? "its worker";

function draining(facts: Facts, row: SeenStep): Reason {
  const since = row.lastPolledAt ?? row.dispatchedAt;
  return reasonOf({
    kind: "draining",
    subject: stepSubjectOf(facts, row),
    text: `It is ${row.status}, but its job is still with ${workerOf(facts, row)}${lost(row)}.`,
    since,
    at: row.dueAt,
  });
}

function later(facts: Facts, row: SeenStep, dueAt: Date): Reason {
  const subject = stepSubjectOf(facts, row);
  const given = { subject, at: dueAt, since: row.lastPolledAt ?? row.dispatchedAt };
  if (row.status === "polling") {
    const text = `Its worker is asked again ${by(dueAt)}.`;
    return reasonOf({ ...given, kind: "poll-due", text });
  }
  const error = row.error?.message ?? "no error was kept";
  if (row.error?.kind === "throttled") {
    const text = `The service asked to stay away until ${at(dueAt)}: ${error}`;
    return reasonOf({ ...given, kind: "throttled", text });
  }
  const text = `Attempt ${row.attempt} begins ${by(dueAt)}; before it: ${error}`;
  return reasonOf({ ...given, kind: "retry-due", text });
}

const dueNow = (facts: Facts, row: SeenStep): Reason =>
  reasonOf({
    kind: "due-now",
    subject: stepSubjectOf(facts, row),
    text: "It is due; the engine's next look takes it on.",
    since: row.dueAt,
    at: facts.now,
  });

/** Nothing marks it: its member is at another step, or at none. */
function behind(facts: Facts, row: SeenStep): Reason {
  const lead = leadOf(facts, row.memberId);
  const member = row.memberId === 0 ? undefined : facts.members.get(row.memberId);
  if (lead === null || lead.id === row.id) return unmarked(facts, row, member);
  const given = { subject: stepSubjectOf(facts, row), behind: stepSubjectOf(facts, lead) };
  const name = stepName(facts, lead);
  if (isCompensation(lead) && !isCompensation(row)) {
    return reasonOf({ ...given, kind: "undoing", text: `First ${name} undoes what was done.` });
  }
  if (isSameSequence(lead, row)) {
    return reasonOf({
      ...given,
      kind: "step-before",
      text: `The step before it, ${name}, is not over.`,
    });
  }
  if (!isOpenStep(lead.status) && lead.outstanding) {
    const text = `First the job of ${name}, which no longer counts, must come back.`;
    return reasonOf({ ...given, kind: "draining", text });
  }
  const phase = phaseOf(facts, row.phaseId);
  const isGated = phase !== undefined && phasePlanOf(facts, phase)?.gate !== "none";
  if (isGated && lead.phaseId !== 0 && lead.phaseId < row.phaseId) {
    const before = phaseOf(facts, lead.phaseId)?.name ?? "before";
    return reasonOf({ ...given, kind: "gate", text: `The member is not through ${before} yet.` });
  }
  return reasonOf({ ...given, kind: "member-busy", text: `The member is at ${name}.` });
}

const isSameSequence = (one: SeenStep, other: SeenStep): boolean =>
  one.kind === other.kind &&
  one.phaseId === other.phaseId &&
  one.undoesId === other.undoesId &&
  one.generation === other.generation;

/** It is at its turn and nothing marks it: its member may not begin. */
function unmarked(facts: Facts, row: SeenStep, member: SeenMember | undefined): Reason {
  if (member?.waitsFor == null) return dueNow(facts, row);
  return reasonOf({
    kind: "earlier-batch",
    subject: stepSubjectOf(facts, row),
    text: "Its member may not begin here yet.",
    behind: memberSubject(facts, member.id),
  });
}
