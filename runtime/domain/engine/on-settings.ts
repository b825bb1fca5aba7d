/** Limits, budgets, registrations and approvals: facts around a batch that its work depends on. */

import type { HoldReason } from "../removal-breaker.ts";
import { attentionOn, closeAttention, needsAttention, openAttention } from "./attention.ts";
import { setBatch, setMember } from "./change.ts";
import type { Verdict } from "./decision.ts";
import type { Draft } from "./draft.ts";
import { judgeBudget } from "./failure-budget.ts";
import type { InputOf } from "./inputs.ts";
import { record } from "./record.ts";
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
  judgeBudget(d);
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

type Hold = Pick<InputOf<"removals-held">, "count" | "limit">;

const removalsSubject = (d: Draft): string => `batch:${d.batch.id}:removals`;

const members = (count: number): string => (count === 1 ? "1 member" : `${count} members`);

/** Each begins with its number: `toldCount` reads it there. */
const HOLD_REASONS = {
  "too-many": ({ count, limit }) =>
    `${members(count)} of this batch would be removed; ${limit} of the runbook's may be at once ` +
    "without approval.",
  "to-zero": ({ count }) =>
    `${members(count)} of this batch would be removed, and with them everybody whom the source ` +
    "had shown; that needs approval, however few they are.",
  through: ({ count }) =>
    `${members(count)} of this batch would be removed, and there is somebody among them for whom ` +
    "everything is done already: what was done would be undone, which needs approval.",
  "held-before": ({ count }) =>
    `${members(count)} of this batch whose removal was held still wait for approval.`,
} as const satisfies Record<HoldReason, (held: Hold) => string>;

/** How many the open question is about; 0 where none is asked. */
const toldCount = (d: Draft): number =>
  Number.parseInt(attentionOn(d, removalsSubject(d))?.reason ?? "0", 10);

/** More members have left than may leave unasked; or, with a count of 0, the source shows
 *  them again and nobody need approve anything. Who approves lets all of them go, so a question
 *  that has come to be about more of them says so, and the log with it: an approval that was
 *  decided on fewer is then refused by its event number (R17). */
export function onRemovalsHeld(d: Draft, input: InputOf<"removals-held">): Verdict {
  const { count, limit, why } = input;
  const told = toldCount(d);
  if (count === 0 ? told === 0 : told >= count) return "duplicate";
  if (count === 0) {
    closeAttention(d, removalsSubject(d));
    record(d, "removals.let_go");
    return "applied";
  }
  if (needsAttention(d, removalsSubject(d))) closeAttention(d, removalsSubject(d));
  openAttention(d, removalsSubject(d), HOLD_REASONS[why](input), ["approve-removals"]);
  record(d, "removals.held", { detail: { count, limit, why } });
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
