/** A member is added to a batch, or one who was removed returns. A finished batch takes nobody
 *  in (R26), nor does one whose finalize has begun. */
import { type BatchId, MemberId } from "../../contract/ids.ts";
import { MEMBER_START } from "../member.ts";
import { closeAttention, needsAttention, openAttention } from "./attention.ts";
import { catchUp } from "./catch-up.ts";
import { setBatch, setMember } from "./change.ts";
import type { Verdict } from "./decision.ts";
import { type Draft, executionsOf, memberKeysOf } from "./draft.ts";
import type { InputOf } from "./inputs.ts";
import { moveMember } from "./move.ts";
import { withdraw } from "./phase-counts.ts";
import { record } from "./record.ts";
import { forgetUndoing } from "./rollback.ts";
import type { MemberRow } from "./rows.ts";
import { isLiveBatch } from "./statuses.ts";
import { addRow, findRow } from "./table.ts";

export function onMemberAdded(d: Draft, input: InputOf<"member-added">): Verdict {
  const { key, data, waitsFor } = input;
  if (memberKeysOf(d).has(key)) return "duplicate";
  if (!takesMembers(d)) return { refused: "batch-ended" };
  const id = MemberId.parse(d.nextIds.member);
  d.nextIds = { ...d.nextIds, member: d.nextIds.member + 1 };
  const ordinal = d.batch.memberCount + 1;
  setBatch(d, { memberCount: ordinal, activeMembers: d.batch.activeMembers + 1 });
  const member: MemberRow = {
    id,
    batchId: d.batch.id,
    key,
    ordinal,
    generation: 1,
    status: MEMBER_START,
    currentExecutionId: 0,
    waitsFor,
    removalApproved: false,
    failedAfter: 0,
    data,
    workerData: new Map(),
  };
  addRow(d.members, id, member);
  memberKeysOf(d).add(key);
  record(d, "member.added", { memberId: id, to: MEMBER_START });
  catchUp(d, member);
  return "applied";
}

/** Under a new generation, so that nothing old is taken for new. What is still being
 *  undone for the last one is undone first. */
export function onMemberReturned(d: Draft, input: InputOf<"member-returned">): Verdict {
  const { memberId, generation, data, waitsFor } = input;
  const member = findRow(d.members, memberId);
  if (member === undefined) return { deadLetter: "no member has this id" };
  if (member.status !== "removed" || generation !== member.generation + 1) return "duplicate";
  if (!takesMembers(d)) return { refused: "batch-ended" };
  record(d, "member.returned", { memberId, from: member.status, to: "active" });
  setBatch(d, { activeMembers: d.batch.activeMembers + 1 });
  withdraw(d, member);
  forgetUndoing(d, executionsOf(d, memberId));
  const set = { generation, data, waitsFor, removalApproved: false, workerData: new Map() };
  catchUp(d, moveMember(d, member, { to: "active", cause: "returned" }, set));
  return "applied";
}

/** The other batch is done with it: it may begin here, unless a third is not. */
export function onMemberReleased(d: Draft, input: InputOf<"member-released">): Verdict {
  const { memberId, from, waitsFor = null } = input;
  const member = findRow(d.members, memberId);
  if (member === undefined) return { deadLetter: "no member has this id" };
  if (member.waitsFor !== from) return "duplicate";
  setMember(d, memberId, { waitsFor });
  if (waitsFor === null) {
    record(d, "member.released", { memberId });
    d.agenda.members.add(memberId);
  } else record(d, "member.waits", { memberId, detail: { for: waitsFor } });
  return "applied";
}

export const waitsSubject = (batchId: BatchId, from: BatchId): string =>
  `batch:${batchId}:waits-for:${from}`;

/** Who waits for a batch that waits for a person says so, too: it is stuck as well. */
export function onWaitsFor(d: Draft, { from, needsPerson }: InputOf<"waits-for">): Verdict {
  const subject = waitsSubject(d.batch.id, from);
  const isTold = needsAttention(d, subject);
  if (isTold === needsPerson || (needsPerson && !isLiveBatch(d.batch.status))) return "duplicate";
  record(d, needsPerson ? "batch.blocked" : "batch.unblocked", { detail: { by: from } });
  const reason = `Members wait for batch ${from}, which needs attention.`;
  if (needsPerson) openAttention(d, subject, reason, [`see batch ${from}`, "cancel"]);
  else closeAttention(d, subject);
  return "applied";
}

const takesMembers = ({ batch }: Draft): boolean =>
  isLiveBatch(batch.status) && batch.finalize === "waiting";
