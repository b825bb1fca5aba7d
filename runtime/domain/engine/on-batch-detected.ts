/** A batch begins. Its phases are made; then init runs, or, without any, the batch is active at
 *  once (M-050). A manual batch waits for its first advance (M-091). */
import type { RunbookVersion } from "../../contract/ids.ts";
import { closeAttention, needsAttention, openAttention } from "./attention.ts";
import type { Verdict } from "./decision.ts";
import type { Draft } from "./draft.ts";
import { moveBatch } from "./move.ts";
import { openDuePhases } from "./open-phase.ts";
import { addPhases } from "./phases.ts";
import { planOf } from "./plan.ts";
import { record } from "./record.ts";
import { addSequence } from "./sequences.ts";

export function onBatchDetected(d: Draft): Verdict {
  if (isBegun(d)) return "duplicate";
  addPhases(d, d.batch.version);
  record(d, "batch.detected", { to: "detected" });
  if (needsAttention(d, unfilledSubject(d))) closeAttention(d, unfilledSubject(d));
  if (d.batch.isManual) return "applied";
  startBatch(d);
  openDuePhases(d);
  return "applied";
}

const unfilledSubject = (d: Draft): string => `batch:${d.batch.id}:unfilled`;

/** Its members are in no other batch meanwhile, so somebody is told. */
export function onBatchUnfilled(d: Draft): Verdict {
  const isLeft = d.batch.isManual && !isFilled(d);
  if (!isLeft || needsAttention(d, unfilledSubject(d))) return "duplicate";
  record(d, "batch.unfilled");
  const reason = "Whoever made this batch did not get to the end of its members.";
  openAttention(d, unfilledSubject(d), reason, ["create-batch", "cancel"]);
  return "applied";
}

/** Found, but its life has not begun: it begins on whatever version it then has. */
export const isBegun = (d: Draft): boolean =>
  d.batch.status !== "detected" || d.world.phases.size > 0 || d.phases.created.size > 0;

/** Whoever makes a batch lets it begin when all its members are in it. */
export const isFilled = (d: Draft): boolean =>
  isBegun(d) || planOf(d, d.batch.version).phases.length === 0;

/** Into init, or past it. Due phases are the caller's to open. */
export function startBatch(d: Draft): void {
  const { version } = d.batch;
  const steps = planOf(d, version).init.length;
  const to = steps > 0 ? "init_dispatched" : "active";
  record(d, `batch.${to}`, { from: d.batch.status, to });
  if (to === "init_dispatched") {
    moveBatch(d, { to, cause: "init_started" });
    addInit(d, version, 1);
  } else moveBatch(d, { to, cause: "no_init" });
  d.agenda.batch = true;
}

export function addInit(d: Draft, version: RunbookVersion, generation: number): void {
  const scope = { phaseId: 0, undoesId: 0, memberId: 0, generation, version } as const;
  addSequence(d, "init", scope, planOf(d, version).init.length);
}
