/** The errors a result can carry, from a function's own failures and from the worker itself (its
 *  defects: defect-error.ts). The `type` says which it is to programs. */
import { FreeText } from "../contract/free-text.ts";
import type { FunctionManifest, FunctionName } from "../contract/manifest.ts";
import type { WorkerJob } from "../contract/messages/worker-job.ts";
import type { WorkerError } from "../contract/messages/worker-result.ts";
import type { FieldProblem } from "../contract/schema-check.ts";
import type { FunctionFailure } from "./function.ts";
import type { LookupFailure } from "./registry.ts";

export function workerError(
  type: string,
  message: string,
  over: Partial<Omit<WorkerError, "type" | "message">> = {},
): WorkerError {
  const { retryAfterSec = null, attempts = null } = over;
  const { isThrottled = false, isAmbiguous = false } = over;
  const text = FreeText.parse(message);
  return { message: text, type, isThrottled, attempts, retryAfterSec, isAmbiguous };
}

export function errorOfFunction(failure: FunctionFailure): WorkerError {
  const { kind, message } = failure;
  if (kind === "throttled") {
    const { retryAfterSec, attempts } = failure;
    return workerError("throttled", message, { isThrottled: true, retryAfterSec, attempts });
  }
  return workerError(failure.code, message, { isAmbiguous: kind === "ambiguous" });
}

export function errorOfLookup(
  { workerId, functionName }: Pick<WorkerJob, "workerId" | "functionName">,
  failure: LookupFailure,
): WorkerError {
  return failure.kind === "not-registered"
    ? workerError(
        "not_registered",
        `The worker ${workerId} has no function ${functionName}: it is not in the library, and ` +
          "was not among the modules in the worker's folder of functions that were there and " +
          "allowed when it started. Correct the name in the runbook (`drover function list` has " +
          "the library), or put the module there, allow it, and start the worker anew.",
      )
    : workerError(
        "capability_disabled",
        `${functionName} needs the capability "${failure.capability}", which the worker ` +
          `${workerId} does not have.`,
      );
}

export const errorOfParameters = (
  name: FunctionName,
  problems: readonly FieldProblem[],
): WorkerError => {
  const list = problems.map(({ field, message }) => `${field || "parameters"}: ${message}`);
  return workerError("invalid_parameters", `${name} cannot be called: ${list.join("; ")}.`);
};

/** R09: an earlier delivery began it, and nobody knows how far it came. */
export const errorOfLostEnd = ({ name }: FunctionManifest): WorkerError =>
  workerError(
    "ambiguous_end",
    `${name} was begun by an earlier delivery of this job that never reported its end.`,
    { isAmbiguous: true },
  );
