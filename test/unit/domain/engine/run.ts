/** Drives the core as its shell will: needs, load, decide, apply, and keep what was published.
 *  A run is one batch in memory, the time, and the jobs that nobody has answered. Every decision
 *  is checked against the invariants as it is made. */
import { MemberKey } from "../../../../runtime/contract/identifiers.ts";
import type { StepExecutionId } from "../../../../runtime/contract/ids.ts";
import type { WorkerJob } from "../../../../runtime/contract/messages/worker-job.ts";
import type {
  WorkerOutcome,
  WorkerResult,
} from "../../../../runtime/contract/messages/worker-result.ts";
import { apply } from "../../../../runtime/domain/engine/apply.ts";
import { decide } from "../../../../runtime/domain/engine/decide.ts";
import type { Decision, Verdict } from "../../../../runtime/domain/engine/decision.ts";
import type { By, Input } from "../../../../runtime/domain/engine/inputs.ts";
import { needs } from "../../../../runtime/domain/engine/needs.ts";
import type { World } from "../../../../runtime/domain/engine/world.ts";
import type { VariableValue } from "../../../../runtime/domain/template.ts";
import { checkInvariants } from "./invariants.ts";
import { slice } from "./slice.ts";

export type Run = {
  world: World;
  now: Date;
  readonly jobs: WorkerJob[];
  readonly decisions: Decision[];
};

type Unsigned = Input extends infer Each ? (Each extends Input ? Omit<Each, "by"> : never) : never;

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
  for (const item of decision.publish) if (item.kind === "job") run.jobs.push(item.job);
  return decision.verdicts;
}

export const memberNamed = (
  key: string,
  data: readonly (readonly [string, VariableValue])[] = [],
): Unsigned => ({
  kind: "member-added",
  key: MemberKey.parse(key),
  data: new Map<string, VariableValue>([["Key", key], ...data]),
  waitsFor: null,
});

/** Everything that is due by now, as a sweep finds it. */
export function dueInputs({ world, now }: Run): readonly Unsigned[] {
  const isDue = ({ dueAt }: { readonly dueAt: Date | null }): boolean =>
    dueAt !== null && dueAt <= now;
  const timers = [...world.executions.values()].filter(isDue);
  const slots = [...world.slots.values()].filter(isDue);
  const phases = [...world.phases.values()].filter(
    (phase) => phase.status === "pending" && world.batch.status === "active" && isDue(phase),
  );
  return [
    ...phases.map(({ id }) => ({ kind: "phase-due", phaseId: id }) as const),
    ...slots.map(({ key }) => ({ kind: "slot-due", key }) as const),
    ...timers.map(({ id }) => ({ kind: "timer", executionId: id }) as const),
  ];
}

const SWEEPS_MAX = 1_000;

/** Sweeps until nothing is due any more. */
export function sweep(run: Run): void {
  for (let sweeps = 0; sweeps < SWEEPS_MAX; sweeps += 1) {
    const due = dueInputs(run);
    if (due.length === 0) return;
    feed(run, ...due);
  }
  throw new Error("rows stay due however often they are looked at");
}

export function later(run: Run, seconds: number): void {
  run.now = new Date(run.now.getTime() + seconds * 1_000);
  sweep(run);
}

export const SUCCESS: WorkerOutcome = { kind: "succeeded", resultType: "Object", result: {} };
export const NOT_YET: WorkerOutcome = { kind: "polling", result: { complete: false } };
export const failure = (message = "no such mailbox"): WorkerOutcome => ({
  kind: "failed",
  error: {
    message,
    type: null,
    isThrottled: false,
    attempts: null,
    retryAfterSec: null,
    isAmbiguous: false,
  },
});

export const resultOf = (job: WorkerJob, outcome: WorkerOutcome): Unsigned => ({
  kind: "worker-result",
  result: {
    jobId: job.jobId,
    kind: job.kind,
    attempt: job.attempt,
    poll: job.poll,
    outcome,
    durationMs: 5,
    timestamp: null,
    correlationData: job.correlationData,
  } satisfies WorkerResult,
});

/** Takes the oldest unanswered job and answers it, then sweeps. */
export function answer(run: Run, outcome: WorkerOutcome = SUCCESS): WorkerJob {
  const job = run.jobs.shift();
  if (job === undefined) throw new Error("no job waits for an answer");
  feed(run, resultOf(job, outcome));
  sweep(run);
  return job;
}

export const executionOf = (run: Run, id: StepExecutionId) => {
  const row = run.world.executions.get(id);
  if (row === undefined) throw new Error(`no execution ${id}`);
  return row;
};
