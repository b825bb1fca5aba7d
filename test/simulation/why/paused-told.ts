/** Checks that a pause is told: a batch or a phase that is paused and not over says so, whatever
 *  else holds it up, and resuming is among what it offers. */
import type { World } from "../../../runtime/domain/engine/world.ts";
import { type Explanation, rootOf } from "../../../runtime/domain/why/explain.ts";
import type { Thing } from "./things.ts";

const TOLD: ReadonlySet<string> = new Set(["paused", "failure-budget"]);

/** What is wrong; null when nothing is. */
export function untoldPause(
  { batch, phases }: World,
  thing: Thing,
  explanation: Explanation,
): string | null {
  const isOwn = thing.kind === "phase" && phases.get(thing.id)?.paused === true;
  const isPaused = isOwn || (batch.paused && (thing.kind === "batch" || thing.kind === "phase"));
  if (!isPaused) return null;
  const { kind } = explanation.reason;
  if (!TOLD.has(kind)) return `is paused and says ${kind}`;
  const isOffered = rootOf(explanation).orders.some(({ order }) => order === "resume");
  return isOffered ? null : "is paused, and nothing offers to resume it";
}
