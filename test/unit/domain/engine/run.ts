/** Drives the core as its shell will: needs, load, decide, apply, and keep what was published.
 *  A run is one batch in memory, the time, and the jobs that nobody has answered. Every decision
 *  is checked against the invariants as it is made. */
import type { WorkerJob } from "../../../../runtime/contract/messages/worker-job.ts";
import { apply } from "../../../../runtime/domain/engine/apply.ts";
import { decide } from "../../../../runtime/domain/engine/decide.ts";
import type { Decision, Verdict } from "../../../../runtime/domain/engine/decision.ts";
import type { By, Input } from "../../../../runtime/domain/engine/inputs.ts";
import { needs } from "../../../../runtime/domain/engine/needs.ts";
import type { World } from "../../../../runtime/domain/engine/world.ts";
import { checkCurrent, checkIgnored, checkInvariants } from "./invariants.ts";
import { jobsIn } from "./jobs-in.ts";
import { slice } from "./slice.ts";

export type Run = {
  world: World;
  now: Date;
  readonly jobs: WorkerJob[];
  readonly decisions: Decision[];
};

/** An input before it has a cause. */
export type Unsigned = Input extends infer Each
  ? Each extends Input
    ? Omit<Each, "by">
    : never
  : never;

const BY: By = { actor: "test", cause: "test" };

export const startRun = (world: World, now: Date): Run => ({
  world,
  now,
  jobs: [],
  decisions: [],
});

let inputsGiven = 0;

/** Each input gets a cause of its own, as messages have ids. */
export function signed(input: Unsigned): Input {
  inputsGiven += 1;
  return { ...input, by: { ...BY, cause: `input-${inputsGiven}` } } as Input;
}

export function feed(run: Run, ...inputs: readonly Unsigned[]): readonly Verdict[] {
  return feedSigned(run, inputs.map(signed));
}

export function feedSigned(run: Run, inputs: readonly Input[]): readonly Verdict[] {
  const decision = decide(slice(run.world, needs(inputs)), inputs, run.now);
  const before = run.world;
  run.world = apply(run.world, decision);
  checkInvariants(before, decision, run.world, run.now);
  run.decisions.push(decision);
  checkIgnored(decision);
  checkCurrent(before, inputs, decision);
  run.jobs.push(...jobsIn(decision));
  return decision.verdicts;
}
