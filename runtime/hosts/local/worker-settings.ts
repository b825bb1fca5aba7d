/** The settings of the local worker: those of a deployed one that mean something without Azure,
 *  by the same names and in the same forms, from the environment. */
import { type Environment, readPart } from "../../contract/blueprint/settings/read.ts";
import { workerLoopSettings } from "../../contract/blueprint/settings/worker.ts";
import { WorkerId } from "../../contract/identifiers.ts";
import { fail, ok, type Result } from "../../contract/result.ts";
import type { BootProblem } from "../../worker/boot/phases.ts";

export type LocalWorkerSettings = {
  readonly workerId: WorkerId;
  readonly concurrency: number;
  readonly drainMs: number;
};

/** The shipped runbooks name this worker; whoever waits for Ctrl-C waits no ten minutes. */
const AT_HOME: Environment = {
  DROVER_WORKER_ID: "worker-01",
  DROVER_CONCURRENCY: "64",
  DROVER_DRAIN_SEC: "10",
};

export function localWorkerSettings(env: Environment): Result<LocalWorkerSettings, BootProblem> {
  const given = Object.entries(env).filter(([, value]) => value !== undefined && value !== "");
  const all = { ...AT_HOME, ...Object.fromEntries(given) };
  const read = readPart("worker", workerLoopSettings, all);
  if (!read.ok) {
    const why = read.error.invalid.map(({ name, problem }) => `${name} ${problem}.`).join(" ");
    const what = "Its settings in the environment are not right.";
    return fail({ what, why, next: "Set them rightly, or take them out of the environment." });
  }
  const { DROVER_WORKER_ID, DROVER_CONCURRENCY, DROVER_DRAIN_SEC } = read.value;
  return ok({
    workerId: WorkerId.parse(DROVER_WORKER_ID),
    concurrency: DROVER_CONCURRENCY,
    drainMs: DROVER_DRAIN_SEC * 1_000,
  });
}
