/** Pause and resume. A pause stops what has not been sent; jobs that are out, polls and deadlines
 *  go on. Resuming makes everything due that was parked meanwhile. */

import { setBatch, setPhase } from "./change.ts";
import type { Verdict } from "./decision.ts";
import type { Draft } from "./draft.ts";
import { acceptFailures } from "./failure-budget.ts";
import type { InputOf } from "./inputs.ts";
import { record } from "./record.ts";
import { PAUSED } from "./send.ts";
import { isLiveBatch, isTerminalPhase } from "./statuses.ts";
import { findRow } from "./table.ts";
import { wake } from "./wake.ts";

export function onPause(d: Draft, { phaseId }: InputOf<"pause">): Verdict {
  return setPaused(d, phaseId, true);
}

export function onResume(d: Draft, { phaseId }: InputOf<"resume">): Verdict {
  const verdict = setPaused(d, phaseId, false);
  if (verdict !== "applied") return verdict;
  if (phaseId === null) acceptFailures(d);
  wake(d, PAUSED, phaseId);
  return "applied";
}

function setPaused(d: Draft, phaseId: InputOf<"pause">["phaseId"], paused: boolean): Verdict {
  const type = paused ? "paused" : "resumed";
  if (phaseId === null) {
    if (d.batch.paused === paused) return "duplicate";
    if (paused && !isLiveBatch(d.batch.status)) return { refused: "batch-ended" };
    setBatch(d, { paused });
    record(d, `batch.${type}`);
    return "applied";
  }
  const phase = findRow(d.phases, phaseId);
  if (phase === undefined) return { refused: "unknown-phase" };
  if (phase.paused === paused) return "duplicate";
  if (paused && isTerminalPhase(phase.status)) return { refused: "phase-ended" };
  setPhase(d, phaseId, { paused });
  record(d, `phase.${type}`, { phaseId });
  return "applied";
}
