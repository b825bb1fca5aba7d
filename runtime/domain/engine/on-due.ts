/** A phase or a slot falls due. */
import type { MemberId, PhaseExecutionId } from "../../contract/ids.ts";
import type { Verdict } from "./decision.ts";
import type { Draft } from "./draft.ts";
import type { InputOf } from "./inputs.ts";
import { openPhase } from "./open-phase.ts";
import { record } from "./record.ts";
import { wakeWaiting } from "./slots.ts";
import { findRow } from "./table.ts";

/** A batch that cannot take it yet opens it when it becomes active (I15). */
export function onPhaseDue(d: Draft, { phaseId, memberIds }: InputOf<"phase-due">): Verdict {
  const phase = findRow(d.phases, phaseId);
  if (phase === undefined) return { deadLetter: "no phase has this id" };
  if (phase.status !== "pending") return "duplicate";
  if (phase.dueAt === null || phase.dueAt > d.now) return { refused: "not-due" };
  if (d.batch.status !== "active") return { refused: "batch-not-active" };
  if (memberIds !== undefined) compareHint(d, phaseId, memberIds);
  openPhase(d, phaseId, "due");
  return "applied";
}

/** The rows decide whose steps a phase has; that its sender thought otherwise is told. */
function compareHint(d: Draft, phaseId: PhaseExecutionId, memberIds: readonly MemberId[]): void {
  const hinted = new Set(memberIds);
  const known = [...hinted].filter((id) => findRow(d.members, id)?.status === "active").length;
  const missing = d.batch.activeMembers - known;
  const strangers = hinted.size - known;
  if (missing + strangers === 0) return;
  record(d, "phase.members_differ", { phaseId, detail: { missing, strangers } });
}

export function onSlotDue(d: Draft, { key }: InputOf<"slot-due">): Verdict {
  const slot = findRow(d.slots, key);
  if (slot === undefined || slot.dueAt === null) return "duplicate";
  for (const { memberId } of wakeWaiting(d, key)) d.agenda.members.add(memberId);
  return "applied";
}
