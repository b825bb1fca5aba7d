/** Why a step that is at its turn is parked: its row says for what. */
import { isCompensation } from "../engine/execution-row.ts";
import { roomIn } from "../engine/slot-room.ts";
import type { Facts, SeenStep } from "./facts.ts";
import { holdsOpen, leadOf, phaseOf, phasePlanOf, planStep, stepsOf } from "./look.ts";
import { whyPaused } from "./paused.ts";
import { type Reason, reasonOf } from "./reason.ts";
import { memberSubject, stepSubjectOf } from "./subjects.ts";
import { counted } from "./words.ts";

const UNREGISTERED = "unregistered:";

export function whyParked(facts: Facts, row: SeenStep, waitingFor: string): Reason {
  const subject = stepSubjectOf(facts, row);
  if (waitingFor === "paused") return whyPaused(facts, phaseOf(facts, row.phaseId), subject);
  if (waitingFor === "barrier") return atBarrier(facts, row);
  if (waitingFor === "member") return memberBusy(facts, row);
  if (waitingFor.startsWith(UNREGISTERED)) {
    return unknownWorker(facts, row, waitingFor.slice(UNREGISTERED.length));
  }
  return slotFull(facts, row, waitingFor);
}

function unknownWorker(facts: Facts, row: SeenStep, workerId: string): Reason {
  const { batch, attention } = facts;
  const subject = `batch:${batch.id}:worker:${workerId}`;
  return reasonOf({
    kind: "worker-unknown",
    subject: stepSubjectOf(facts, row),
    text: `No worker is registered as ${workerId}.`,
    since: attention.get(subject)?.openedAt ?? null,
    orders: [
      { order: "register-worker", workerId },
      ...(isCompensation(row) ? [] : [{ order: "cancel", batchId: batch.id } as const]),
    ],
  });
}

/** Who has not come as far: somebody known is named. */
function atBarrier(facts: Facts, row: SeenStep): Reason {
  const phase = phaseOf(facts, row.phaseId);
  const barrier = phase?.barrierStep ?? 0;
  const name = phase && phasePlanOf(facts, phase)?.steps[barrier]?.name;
  const whom = `${counted(phase?.barrierRemaining ?? 0, "member")} of ${phase?.total ?? 0}`;
  const last = [...facts.steps.keys()].find(
    (memberId) =>
      memberId !== 0 &&
      stepsOf(facts, memberId).some(
        (other) => other.phaseId === row.phaseId && other.stepIndex <= barrier && holdsOpen(other),
      ),
  );
  return reasonOf({
    kind: "barrier",
    subject: stepSubjectOf(facts, row),
    text: `${whom} must pass ${name ?? "the step before"} first.`,
    behind: last === undefined || last === 0 ? null : memberSubject(facts, last),
  });
}

function memberBusy(facts: Facts, row: SeenStep): Reason {
  const lead = leadOf(facts, row.memberId);
  return reasonOf({
    kind: "member-busy",
    subject: stepSubjectOf(facts, row),
    text: "Another step of the same member is under way.",
    at: row.dueAt,
    behind: lead === null || lead.id === row.id ? null : stepSubjectOf(facts, lead),
  });
}

/** A job that takes one of the slots is named when it is known: its answer makes room. */
function slotFull(facts: Facts, row: SeenStep, key: string): Reason {
  const slot = facts.slots.get(key);
  const allowed = slot?.granted ?? null;
  const limit = allowed === null ? "its window" : counted(allowed, "job");
  const hasRoom = slot !== undefined && roomIn(slot) > 0;
  const out = hasRoom ? undefined : holderOf(facts, key);
  return reasonOf({
    kind: "slot-limit",
    subject: stepSubjectOf(facts, row),
    text: hasRoom
      ? `There is room under the limit of ${key} again; its turn comes with the next look.`
      : `The limit of ${key} gives this batch ${limit} at once, and ${slot?.inUse ?? 0} are out.`,
    at: slot?.dueAt ?? row.dueAt,
    orders: [{ order: "set-limit", key }],
    behind: out === undefined ? null : stepSubjectOf(facts, out),
  });
}

function holderOf(facts: Facts, key: string): SeenStep | undefined {
  for (const memberId of facts.steps.keys()) {
    const lead = leadOf(facts, memberId);
    if (lead === null || !lead.outstanding) continue;
    const step = planStep(facts, lead);
    const isHolder =
      `worker:${step?.workerId}` === key || `function:${step?.function.source}` === key;
    if (isHolder) return lead;
  }
  return undefined;
}
