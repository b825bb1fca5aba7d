/** How a phase and a batch end. `status` follows S1: one member through is enough unless the
 *  phase asks for all; `outcome` says how much of it is true.
 *  An end with nobody in it is `completed` with outcome `none`, and it never turns failures
 *  elsewhere into a success (R23). */
import type { PhaseStatus } from "../contract/statuses.ts";
import { OPEN_PHASE_STATUSES } from "./phase.ts";
import type { Phase } from "./runbook.ts";

export type Outcome = "all" | "partial" | "none";
export type End = { readonly status: "completed" | "failed"; readonly outcome: Outcome };

export type PhaseCounts = {
  /** Members that took part, whatever became of them. */
  readonly members: number;
  readonly succeeded: number;
};

export function phaseEnd(counts: PhaseCounts, completion: Phase["completion"]): End {
  if (counts.members === 0) return { status: "completed", outcome: "none" };
  if (counts.succeeded === 0) return { status: "failed", outcome: "none" };
  if (counts.succeeded === counts.members) return { status: "completed", outcome: "all" };
  return { status: completion === "any" ? "completed" : "failed", outcome: "partial" };
}

export type EndedPhase = { readonly status: PhaseStatus; readonly outcome: Outcome | null };

/** Null while a phase is open. Skipped and superseded phases are over and count for nothing
 *  (M-056); a batch of nothing else ends completed, with outcome `none`. */
export function batchEnd(phases: readonly EndedPhase[]): End | null {
  if (phases.some(({ status }) => OPEN_PHASE_STATUSES.includes(status))) return null;
  const failed = phases.filter(({ status }) => status === "failed");
  const fruitful = phases.filter(({ outcome }) => outcome === "all" || outcome === "partial");
  const succeeded = fruitful.filter(({ status }) => status === "completed");
  if (succeeded.length === 0 && failed.length > 0) {
    return { status: "failed", outcome: fruitful.length > 0 ? "partial" : "none" };
  }
  if (succeeded.length === 0) return { status: "completed", outcome: "none" };
  const whole = failed.length === 0 && fruitful.every(({ outcome }) => outcome === "all");
  return { status: "completed", outcome: whole ? "all" : "partial" };
}
