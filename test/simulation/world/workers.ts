/** Worker hosts: the real loop, with functions that behave as the world says and effects that the
 *  oracle sees. The ledger outlives the workers. */
import { WorkerId } from "../../../runtime/contract/identifiers.ts";
import type { JsonObject } from "../../../runtime/contract/json-object.ts";
import { LIMITS } from "../../../runtime/contract/limits.ts";
import { fail, ok } from "../../../runtime/contract/result.ts";
import type { Ledger } from "../../../runtime/ledger/ledger.ts";
import { memoryLedger } from "../../../runtime/ledger/memory/memory-ledger.ts";
import { sleep } from "../../../runtime/time/clock.ts";
import type {
  FunctionContext,
  FunctionResult,
  WorkerFunction,
} from "../../../runtime/worker/function.ts";
import { registryOf } from "../../../runtime/worker/registry.ts";
import { startWorker } from "../../../runtime/worker/worker.ts";
import type { Host, Life } from "../kernel/host.ts";
import { faultyLedger } from "../ports/faulty-ledger.ts";
import { actOf, natureOf, pollsOf } from "./behaviour.ts";
import { manifests, WORKER_IDS } from "./functions.ts";
import { busOf } from "./ports.ts";
import { type Ending, FAILED_CODE, IN_DOUBT_CODE } from "./troubles.ts";
import type { World } from "./world.ts";

const CAPABILITY = "simulated";
const CONCURRENCY = 4;

export function addWorkers(world: World): void {
  const { kernel, plan } = world;
  const ledger = memoryLedger(() => new Date(kernel.now()));
  for (const workerId of WORKER_IDS) {
    for (let each = 1; each <= plan.hosts.workers; each += 1) {
      const host = world.addHost(`worker-${workerId}-${each}`, (life) => {
        startIn(world, life, workerId, ledger, () => host.crash());
      });
    }
  }
}

function startIn(
  world: World,
  life: Life,
  workerId: string,
  ledger: Ledger,
  crash: Host["crash"],
): void {
  const { clock } = life;
  const worker = startWorker({
    workerId: WorkerId.parse(workerId),
    bus: busOf(world, life),
    ledger: faultyLedger(life, ledger),
    clock,
    functions: registryOf(functionsOf(world, life, crash), [CAPABILITY]),
    concurrency: CONCURRENCY,
    observe: (told) => {
      world.hub.onTold(life.name, told);
      world.reached(`worker-told-${told.kind}`);
    },
  });
  worker.ended.catch((error: unknown) => {
    world.hub.violate("bug", `${life.name} ended: ${error instanceof Error ? error.stack : error}`);
  });
}

function functionsOf(world: World, life: Life, crash: Host["crash"]): readonly WorkerFunction[] {
  return [...manifests].map(([name, manifest]) => ({
    manifest,
    capability: CAPABILITY,
    prepare: (parameters: JsonObject) =>
      ok((context: FunctionContext) => run(world, life, name, parameters, context, crash)),
  }));
}

async function run(
  world: World,
  life: Life,
  functionName: string,
  parameters: JsonObject,
  { jobId, attempt, poll }: FunctionContext,
  crash: Host["crash"],
): Promise<FunctionResult> {
  const { plan, hub, kernel, reached } = world;
  const { seed, natures } = plan;
  const who = String(parameters["who"] ?? "batch");
  const step = String(parameters["step"]);
  const nature = natureOf(seed, natures, who, step);
  const { ending, delayMs } = actOf(seed, natures, nature.troubleAt(attempt), jobId, poll);
  if (delayMs > 0) await sleep(life.clock, delayMs);
  if (!life.isAlive()) return new Promise(() => {});
  const isRefused = ending === "failed" || ending === "throttled";
  if (poll === 0 && !isRefused) {
    hub.onEffect({ jobId, host: life.name, functionName, member: who, at: kernel.now() });
  }
  const isCut = ending === "crash" || ending === "never";
  const isSpared = isCut && !world.fates.areOn();
  if (ending !== "done" && !isSpared) reached(`worker-${ending}`);
  if (ending === "crash" && !isSpared) {
    crash();
    return new Promise(() => {});
  }
  if (ending === "done" && poll < pollsOf(nature, parameters["polled"] === true)) {
    return ok({ kind: "incomplete", progress: { poll } });
  }
  if (ending === "never" && !isSpared) world.hung.add(life.name);
  return answerOf(ending === "never" && isSpared ? "failed" : ending);
}

const OVERSIZED = "x".repeat(LIMITS.messageBytes);

function answerOf(ending: Ending): FunctionResult | Promise<FunctionResult> {
  switch (ending) {
    case "failed":
      return fail({ kind: "failed", code: FAILED_CODE, message: "Failed as told." });
    case "throttled":
      return fail({ kind: "throttled", message: "Throttled.", retryAfterSec: 20, attempts: 1 });
    case "ambiguous":
      return fail({ kind: "ambiguous", code: IN_DOUBT_CODE, message: "Nobody knows." });
    case "throws":
      throw new Error("thrown as told");
    case "never":
      return new Promise(() => {});
    case "oversized":
      return ok({ kind: "done", value: { Value: OVERSIZED } });
    case "wrong-kind":
      return ok({ kind: "done", value: true });
    case "no-output":
      return ok({ kind: "done", value: {} });
    case "crash":
    case "done":
      return ok({ kind: "done", value: { Value: "made" } });
  }
}
