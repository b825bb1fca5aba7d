/** Why a member is not moving: because of the step it is at; and when it is at none, because its
 *  next phase has not begun, or because it has done all there is to do. */
import type { MemberId } from "../../contract/ids.ts";
import { isLiveBatch } from "../engine/statuses.ts";
import type { Facts, SeenMember } from "./facts.ts";
import { leadOf } from "./look.ts";
import { type Reason, reasonOf, type Subject } from "./reason.ts";
import { batchSubject, memberSubject, phaseSubject, stepName, stepSubjectOf } from "./subjects.ts";
import { whyBatch } from "./why-batch.ts";
import { whyPhase } from "./why-phase.ts";
import { whyStep } from "./why-step.ts";

export function whyMember(facts: Facts, id: MemberId): Reason {
  const subject = memberSubject(facts, id);
  const member = facts.members.get(id);
  const lead = leadOf(facts, id);
  const mayBegin = member?.waitsFor == null;
  if (lead !== null && (mayBegin || lead.outstanding || lead.phaseId === 0)) {
    const tries = lead.attempt === 1 ? "" : `, attempt ${lead.attempt}`;
    const text = `It is at ${stepName(facts, lead)}${tries}.`;
    return { ...whyStep(facts, lead), subject, text, behind: stepSubjectOf(facts, lead) };
  }
  if (member === undefined || member.status !== "active" || !isLiveBatch(facts.batch.status)) {
    const text = member === undefined ? "It is not in this batch." : `It is ${member.status}.`;
    return reasonOf({ kind: "over", subject, text });
  }
  return member.waitsFor === null ? idle(facts, member, subject) : waiting(facts, member, subject);
}

/** The other batch is asked about the same member, where it is known. Once that is done with it,
 *  the next look lets it begin here. */
function waiting(facts: Facts, { key, waitsFor }: SeenMember, subject: Subject): Reason {
  const other = waitsFor === null ? undefined : facts.elsewhere.get(waitsFor);
  const there = [...(other?.members.values() ?? [])].find((member) => member.key === key);
  if (other !== undefined && (there === undefined || isDone(other, there.id))) {
    const text = `Batch ${waitsFor} is done with it; the next look lets it begin here.`;
    return reasonOf({ kind: "due-now", subject, text, at: facts.now });
  }
  return reasonOf({
    kind: "earlier-batch",
    subject,
    text: `Batch ${waitsFor} is not done with it: a job is out there, or something is undone.`,
    behind: other === undefined || there === undefined ? null : memberSubject(other, there.id),
  });
}

/** Nothing is out for it there, and nothing is left to undo. */
const isDone = (facts: Facts, id: MemberId): boolean => {
  const lead = leadOf(facts, id);
  const isHolding = facts.members.get(id)?.status === "active" && isLiveBatch(facts.batch.status);
  return lead === null && !isHolding;
};

function idle(facts: Facts, { id }: SeenMember, subject: Subject): Reason {
  const { batch, phases, absent } = facts;
  if (absent.has(id)) {
    return reasonOf({
      kind: "removal-held",
      subject,
      text: "The source no longer shows it here; it leaves when somebody approves that.",
      since: facts.attention.get(`batch:${batch.id}:removals`)?.openedAt ?? null,
      orders: [{ order: "approve-removals", batchId: batch.id }],
    });
  }
  const next = phases.find(({ status }) => status === "pending");
  if (next !== undefined) {
    const text = `Its next phase is ${next.name}.`;
    return { ...whyPhase(facts, next), subject, text, behind: phaseSubject(next) };
  }
  if (phases.length > 0) return reasonOf({ kind: "over", subject, text: "It is through." });
  const text = "Its batch has no phase yet.";
  return { ...whyBatch(facts), subject, text, behind: batchSubject(facts) };
}
