/** One call of one function, turned into an outcome. Whatever the function does, there is an
 *  outcome: a function that throws, or answers something it does not declare, has a defect, and
 *  its defect is a failed step and not a dead worker. */
import { isJsonObject } from "../contract/json-object.ts";
import type { FunctionManifest } from "../contract/manifest.ts";
import type { WorkerError, WorkerOutcome } from "../contract/messages/worker-result.ts";
import { type Observe, scrubbed } from "./fault.ts";
import type { FunctionCall, FunctionContext, FunctionResult } from "./function.ts";
import { errorOfFunction, errorOfResultKind, errorOfThrowing } from "./worker-error.ts";

export const failed = (error: WorkerError): WorkerOutcome => ({ kind: "failed", error });

/** `ended` is told the outcome, once. Rejects on a bug in it. */
export function runFunction(
  manifest: FunctionManifest,
  call: FunctionCall,
  context: FunctionContext,
  observe: Observe,
  ended: (outcome: WorkerOutcome) => void,
): Promise<void> {
  const threw = (thrown: unknown): WorkerOutcome => {
    const error = scrubbed(thrown);
    const { jobId } = context;
    observe({ kind: "function-threw", jobId, functionName: manifest.name, error });
    return failed(errorOfThrowing(manifest, error.name));
  };
  const judged = (answered: FunctionResult): WorkerOutcome => {
    try {
      return outcomeOf(manifest, answered);
    } catch (thrown) {
      return threw(thrown);
    }
  };
  return called(call, context).then(
    (answered) => ended(judged(answered)),
    (thrown) => ended(threw(thrown)),
  );
}

/** A function may throw before there is anything to wait for, or answer at once. */
function called(call: FunctionCall, context: FunctionContext): Promise<FunctionResult> {
  try {
    return Promise.resolve(call(context));
  } catch (thrown) {
    return Promise.reject(thrown);
  }
}

function outcomeOf(manifest: FunctionManifest, answered: FunctionResult): WorkerOutcome {
  if (!answered.ok) return failed(errorOfFunction(answered.error));
  const answer = answered.value;
  if (answer.kind === "incomplete") {
    return { kind: "polling", result: { ...answer.progress, complete: false } };
  }
  const { result: resultType } = manifest;
  const { value: result } = answer;
  const fits = resultType === "Boolean" ? typeof result === "boolean" : isJsonObject(result);
  return fits ? { kind: "succeeded", resultType, result } : failed(errorOfResultKind(manifest));
}
