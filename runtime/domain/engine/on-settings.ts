/** Limits, budgets, registrations and approvals: facts around a batch that its work depends on. */

import { setBatch, setMember } from "./change.ts";
import type { Verdict } from "./decision.ts";
import type { Draft } from "./draft.ts";
import type { InputOf } from "./inputs.ts";
import { closeAttention, needsAttention, openAttention, record } from "./record.ts";
import { unregistered, workerSubject } from "./send.ts";
import { grantSlot } from "./slots.ts";
import { findRow } from "./table.ts";
import { wake } from "./wake.ts";

export function onSlotsGranted(d: Draft, { key, granted }: InputOf<"slots-granted">): Verdict {
  if (findRow(d.slots, key)?.granted === granted) return "duplicate";
  grantSlot(d, key, granted);
  record(d, "slots.granted", { detail: { key, granted } });
  return "applied";
}

export function onSetBudget(d: Draft, { budget }: InputOf<"set-budget">): Verdict {
  if (JSON.stringify(budget) === JSON.stringify(d.batch.budget)) return "duplicate";
  setBatch(d, { budget });
  record(d, "batch.budget", { detail: { budget } });
  return "applied";
}

export function onWorkerRegistered(d: Draft, input: InputOf<"worker-registered">): Verdict {
  const { workerId } = input;
  if (!needsAttention(d, workerSubject(d, workerId))) return "duplicate";
  closeAttention(d, workerSubject(d, workerId));
  record(d, "worker.registered", { detail: { workerId } });
  wake(d, unregistered(workerId), null);
  return "applied";
}

const removalsSubject = (d: Draft): string => `batch:${d.batch.id}:removals`;

/** More members have left than may leave unasked; or, with a count of 0, the source shows
 *  them again and nobody need approve anything. */
export function onRemovalsHeld(d: Draft, { count, limit }: InputOf<"removals-held">): Verdict {
  if (needsAttention(d, removalsSubject(d)) !== (count === 0)) return "duplicate";
  if (count === 0) {
    closeAttention(d, removalsSubject(d));
    record(d, "removals.let_go");
    return "applied";
  }
  const reason = `${count} members left the source; ${limit} may be removed without approval.`;
  openAttention(d, removalsSubject(d), reason, ["approve-removals"]);
  record(d, "removals.held", { detail: { count, limit } });
  return "applied";
}

/** The next tick removes those who are still gone. */
export function onApproveRemovals(d: Draft, input: InputOf<"approve-removals">): Verdict {
  const meant = input.memberIds.filter((id) => {
    const member = findRow(d.members, id);
    return member?.status === "active" && !member.removalApproved;
  });
  if (meant.length === 0) return "duplicate";
  for (const memberId of meant) {
    setMember(d, memberId, { removalApproved: true });
    record(d, "removal.approved", { memberId });
  }
  closeAttention(d, removalsSubject(d));
  return "applied";
}

/** Should it leave another time, somebody is asked another time. */
export function onApprovalLapsed(d: Draft, { memberId }: InputOf<"approval-lapsed">): Verdict {
  const member = findRow(d.members, memberId);
  if (member === undefined) return { deadLetter: "no member has this id" };
  if (!member.removalApproved) return "duplicate";
  setMember(d, memberId, { removalApproved: false });
  record(d, "removal.lapsed", { memberId });
  return "applied";
}
