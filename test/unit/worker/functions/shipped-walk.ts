/** A runbook's steps in their order, for all members, as the engine would let them run: what failed
 *  is tried again, what is not done is asked again, and days pass between phases. Without engine,
 *  bus or store: whether steps fit each other shows in the tenant alone. */
import { readFileSync } from "node:fs";
import type { JsonObject } from "../../../../runtime/contract/json-object.ts";
import { extractOutputs } from "../../../../runtime/domain/outputs.ts";
import { resolveStep } from "../../../../runtime/domain/params.ts";
import type { Runbook, Step } from "../../../../runtime/domain/runbook.ts";
import type { VariableValue } from "../../../../runtime/domain/template.ts";
import { batchVariables } from "../../../../runtime/domain/variables.ts";
import { checkRunbook } from "../../../../runtime/runbook/check-runbook.ts";
import type { FunctionResult, WorkerFunction } from "../../../../runtime/worker/function.ts";
import { answerOf } from "../../../conformance/bus/answers.ts";
import { CONTEXT } from "./one-job.ts";
import type { ShippedWorld } from "./shipped-worlds.ts";

export const FOLDER = new URL("../../../../runbooks/", import.meta.url);

export function shippedRunbook(file: string): Runbook {
  const text = readFileSync(new URL(file, FOLDER), "utf8");
  const { runbook } = checkRunbook({ file, text }, { strict: true });
  if (runbook === null) throw new Error(`${file} has problems`);
  return runbook;
}

type Walked = {
  /** Every step that ended well, with how often it was called. */
  readonly done: readonly string[];
  readonly variables: readonly Map<string, VariableValue>[];
};

/** Up to the step of that name, which is not run; to the end without one. */
export async function walk(world: ShippedWorld, runbook: Runbook, until?: string): Promise<Walked> {
  const start = world.start;
  const batch = batchVariables({ id: 1, start });
  const variables = world.rows.map((row) => new Map([...batch, ...Object.entries(row)]));
  const done: string[] = [];
  const runAll = async (steps: readonly Step[], all: readonly Map<string, VariableValue>[]) => {
    for (const step of steps) {
      if (step.name === until) return false;
      for (const each of all) await runStep(world, step, each);
      done.push(step.name);
    }
    return true;
  };
  await runAll(runbook.init, [new Map(batch)]);
  for (const phase of runbook.phases) {
    const dueMs = start.getTime() + phase.offsetMinutes * 60_000;
    world.lapse(Math.max(0, dueMs - world.now().getTime()));
    if (!(await runAll(phase.steps, variables))) return { done, variables };
    world.byHand(phase.name);
  }
  await runAll(runbook.finalize, [new Map(batch)]);
  return { done, variables };
}

/** Throws with the reason of the step that did not end well. */
export async function runStep(
  world: ShippedWorld,
  step: Step,
  variables: Map<string, VariableValue>,
): Promise<void> {
  const { functionName, params } = answerOf(resolveStep(step, variables));
  const found = world.library.find(({ manifest }) => manifest.name === functionName);
  const result = await lasting(world, step, found as WorkerFunction, params);
  for (const [name, value] of answerOf(extractOutputs(step.outputParams, result))) {
    variables.set(name, value);
  }
}

async function lasting(
  { settled, lapse }: ShippedWorld,
  { name, retry, poll }: Step,
  { prepare }: WorkerFunction,
  params: JsonObject,
): Promise<unknown> {
  const call = answerOf(prepare(params));
  const polls = poll === null ? 0 : poll.timeoutSec / poll.intervalSec;
  for (let retries = 0, polled = 0; ; ) {
    const answer: FunctionResult = await settled(call({ ...CONTEXT, poll: polled }));
    if (answer.ok && answer.value.kind === "done") return answer.value.value;
    // M-074: who cannot be asked again is taken to have ended well.
    if (answer.ok && answer.value.kind === "incomplete" && poll === null)
      return answer.value.progress;
    if (answer.ok ? polled >= polls : retries >= retry.maxRetries) {
      throw new Error(`${name}: ${JSON.stringify(answer)}`);
    }
    if (answer.ok) polled += 1;
    else retries += 1;
    lapse((answer.ok ? (poll?.intervalSec ?? 0) : retry.intervalSec) * 1_000);
  }
}
