/** A member fails: at once, not after its rollback. All its open executions, in every
 *  phase, are cancelled (M-069, R24); other members are not touched. */
import type { MemberId } from "../../contract/ids.ts";
import { setBatch } from "./change.ts";
import { type Draft, executionsOf } from "./draft.ts";
import { type ExecutionRow, isCompensation } from "./execution-row.ts";
import { spendBudget } from "./failure-budget.ts";
import { moveMember } from "./move.ts";
import { leavePhases } from "./phase-counts.ts";
import { recordStep } from "./record.ts";
import { startRollback } from "./rollback.ts";
import type { MemberRow } from "./rows.ts";
import { cancelRow, letGo } from "./sequences.ts";
import { isOpenStep } from "./statuses.ts";
import { rowOf } from "./table.ts";

export function failMember(d: Draft, memberId: MemberId, failed: ExecutionRow): void {
  const member = rowOf(d.members, memberId);
  const left = leavePhases(d, member, failed);
  cancelOpenSteps(d, member, "member_failed");
  const arrow = { to: "failed", cause: "step_failed" } as const;
  moveMember(d, member, arrow, { failedAfter: d.batch.acceptances });
  setBatch(d, {
    activeMembers: d.batch.activeMembers - 1,
    failedMembers: d.batch.failedMembers + 1,
  });
  d.agenda.members.add(memberId);
  if (failed.phaseId !== 0) spendBudget(d, failed.phaseId, left);
}

/** Everything of the member that is open and undoes nothing. A held step has failed and now gets
 *  no other attempt: what it may have left behind is undone (I17). */
export function cancelOpenSteps(
  d: Draft,
  member: MemberRow,
  cause: "member_failed" | "member_removed",
): void {
  for (const row of executionsOf(d, member.id)) {
    if (isCompensation(row)) continue;
    if (isOpenStep(row.status)) cancelRow(d, row, cause);
    else if (row.held) {
      recordStep(d, "step.given_up", row, { to: row.status, detail: { cause } });
      startRollback(d, letGo(d, row));
    }
  }
}
