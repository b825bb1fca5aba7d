/** A member is removed, or its row has new values. Removal fences first: what is open is
 *  cancelled, a job that is out is awaited, then the removal's own steps run as tracked
 *  executions (M-081, R39). */
import type { MemberCause } from "../member.ts";
import type { Variables } from "../variables.ts";
import { setBatch, setMember } from "./change.ts";
import type { Verdict } from "./decision.ts";
import { type Draft, executionsOf } from "./draft.ts";
import { cancelOpenSteps } from "./fail-member.ts";
import type { InputOf } from "./inputs.ts";
import { moveMember } from "./move.ts";
import { leavePhases } from "./phase-counts.ts";
import { planOf } from "./plan.ts";
import { record } from "./record.ts";
import type { MemberRow } from "./rows.ts";
import { addSequence } from "./sequences.ts";
import { isLiveBatch } from "./statuses.ts";
import { findRow } from "./table.ts";

type Why = InputOf<"member-removed">["why"];

const CAUSES = {
  left_source: "left_source",
  removed_by_operator: "removed_by_operator",
  rescheduled: "rescheduled",
  moved_unstarted: "rescheduled",
} as const satisfies Record<Why, MemberCause>;

/** What a changed batch time costs one for whom work may have begun. */
const DONE_ANEW =
  "Its batch time changed: the on_member_removed steps run here, and in its other batch " +
  "everything is done anew.";

export function onMemberRemoved(d: Draft, input: InputOf<"member-removed">): Verdict {
  const { memberId, generation, why } = input;
  const member = findRow(d.members, memberId);
  if (member === undefined) return { deadLetter: "no member has this id" };
  if (member.generation !== generation || member.status !== "active") return "duplicate";
  if (!isLiveBatch(d.batch.status)) return { refused: "batch-ended" };
  const detail = why === "rescheduled" ? { why, warning: DONE_ANEW } : { why };
  record(d, "member.removed", { memberId, from: "active", to: "removed", detail });
  leavePhases(d, member, null);
  cancelOpenSteps(d, member, "member_removed");
  const mover = why === "removed_by_operator" ? "operator" : "engine";
  const set = { waitsFor: null, removalApproved: why === "removed_by_operator" };
  moveMember(d, member, { to: "removed", cause: CAUSES[why], mover }, set);
  setBatch(d, { activeMembers: d.batch.activeMembers - 1 });
  d.agenda.members.add(memberId);
  const isBegun = why !== "moved_unstarted" && member.waitsFor === null;
  if (d.batch.status !== "detected" && (isBegun || wasSent(d, member))) startRemoval(d, member);
  return "applied";
}

/** Nothing was begun for one who still waits for another batch, which may be undoing its own work
 *  at this moment (R36), nor for one who is moved, as far as its mover could see; something may
 *  have been since, or before it was made to wait. */
const wasSent = (d: Draft, { id, generation }: MemberRow): boolean =>
  executionsOf(d, id).some((row) => row.generation === generation && row.frozen !== null);

function startRemoval(d: Draft, { id: memberId, generation }: MemberRow): void {
  const { version } = d.batch;
  const scope = { phaseId: 0, undoesId: 0, memberId, generation, version } as const;
  addSequence(d, "removal", scope, planOf(d, version).onMemberRemoved.length);
}

/** Steps already sent keep what they were sent with (R40). */
export function onMemberRefreshed(d: Draft, input: InputOf<"member-refreshed">): Verdict {
  const { memberId, data } = input;
  const member = findRow(d.members, memberId);
  if (member === undefined) return { deadLetter: "no member has this id" };
  if (member.status !== "active" || isSame(member.data, data)) return "duplicate";
  setMember(d, memberId, { data });
  record(d, "member.refreshed", { memberId });
  return "applied";
}

const isSame = (one: Variables, other: Variables): boolean =>
  one.size === other.size && [...one].every(([name, value]) => isEqual(value, other.get(name)));

const isEqual = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
