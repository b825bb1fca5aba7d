/** A phase or a slot falls due. */
import type { Verdict } from "./decision.ts";
import type { Draft } from "./draft.ts";
import type { InputOf } from "./inputs.ts";
import { openPhase } from "./open-phase.ts";
import { wakeWaiting } from "./slots.ts";
import { findRow } from "./table.ts";

/** A batch that cannot take it yet opens it when it becomes active (I15). */
export function onPhaseDue(d: Draft, { phaseId }: InputOf<"phase-due">): Verdict {
  const phase = findRow(d.phases, phaseId);
  if (phase === undefined) return { deadLetter: "no phase has this id" };
  if (phase.status !== "pending") return "duplicate";
  if (phase.dueAt === null || phase.dueAt > d.now) return { refused: "not-due" };
  if (d.batch.status !== "active") return { refused: "batch-not-active" };
  openPhase(d, phaseId, "due");
  return "applied";
}

export function onSlotDue(d: Draft, { key }: InputOf<"slot-due">): Verdict {
  const slot = findRow(d.slots, key);
  if (slot === undefined || slot.dueAt === null) return "duplicate";
  for (const { memberId } of wakeWaiting(d, key)) d.agenda.members.add(memberId);
  return "applied";
}
