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

export async function runFunction(
  manifest: FunctionManifest,
  call: FunctionCall,
  context: FunctionContext,
  observe: Observe,
): Promise<WorkerOutcome> {
  try {
    return outcomeOf(manifest, await call(context));
  } catch (thrown) {
    const error = scrubbed(thrown);
    const { jobId } = context;
    observe({ kind: "function-threw", jobId, functionName: manifest.name, error });
    return failed(errorOfThrowing(manifest, error.name));
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
