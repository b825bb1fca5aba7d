/** One call of one function, turned into an outcome. Whatever the function does, there is an
 *  outcome: a function that throws, never answers, or answers something it does not declare, has a
 *  defect, and its defect is a failed step and not a dead worker. */
import { isJsonObject } from "../contract/json-object.ts";
import type { FunctionManifest } from "../contract/manifest.ts";
import type { WorkerError, WorkerOutcome } from "../contract/messages/worker-result.ts";
import { type CallLimits, callSecOf, OVERRUN } from "./call-limits.ts";
import { refusedEnding } from "./custom/endings.ts";
import {
  errorOfAnswer,
  errorOfEnding,
  errorOfOverrun,
  errorOfResultKind,
  errorOfThrowing,
} from "./defect-error.ts";
import { type Observe, scrubbed } from "./fault.ts";
import type { FunctionCall, FunctionContext, FunctionResult } from "./function.ts";
import { readFailure, saysAmbiguous } from "./read-failure.ts";
import { errorOfFunction } from "./worker-error.ts";

export const failed = (error: WorkerError): WorkerOutcome => ({ kind: "failed", error });

export type RunParts = {
  readonly manifest: FunctionManifest;
  readonly call: FunctionCall;
  readonly context: Omit<FunctionContext, "signal">;
  readonly limits: CallLimits;
  readonly observe: Observe;
};

/** `ended` is told the outcome, once. Rejects on a bug in it. */
export function runFunction(
  { manifest, call, context, limits, observe }: RunParts,
  ended: (outcome: WorkerOutcome) => void,
): Promise<void> {
  const { jobId } = context;
  const functionName = manifest.name;
  const callSec = callSecOf(manifest);
  const threw = (thrown: unknown): WorkerOutcome => {
    const error = scrubbed(thrown);
    observe({ kind: "function-threw", jobId, functionName, error });
    const ending = refusedEnding(thrown);
    if (ending !== null) return failed(errorOfEnding(manifest, ending));
    return failed(errorOfThrowing(manifest, error.name));
  };
  const judged = (answered: FunctionResult | typeof OVERRUN): WorkerOutcome => {
    if (answered === OVERRUN) {
      observe({ kind: "function-overran", jobId, functionName, callSec });
      return failed(errorOfOverrun(manifest, callSec));
    }
    try {
      return outcomeOf(manifest, answered);
    } catch (thrown) {
      return threw(thrown);
    }
  };
  const answering = limits.within(callSec, (signal) => called(call, withSignal(context, signal)));
  return answering.then(
    (answered) => ended(judged(answered)),
    (thrown) => ended(threw(thrown)),
  );
}

const withSignal = (context: RunParts["context"], signal: () => AbortSignal): FunctionContext => ({
  ...context,
  get signal() {
    return signal();
  },
});

/** A function may throw before there is anything to wait for, or answer at once. */
function called(call: FunctionCall, context: FunctionContext): Promise<FunctionResult> {
  try {
    return Promise.resolve(call(context));
  } catch (thrown) {
    return Promise.reject(thrown);
  }
}

/** A custom function may answer anything, whatever its type says. */
function outcomeOf(manifest: FunctionManifest, answered: unknown): WorkerOutcome {
  if (!isJsonObject(answered)) return failed(errorOfAnswer(manifest, "it is no object"));
  if (answered["ok"] === true) return outcomeOfValue(manifest, answered["value"]);
  if (answered["ok"] !== false) return failed(errorOfAnswer(manifest, "`ok` is no boolean"));
  const failure = readFailure(answered["error"]);
  if (failure.ok) return failed(errorOfFunction(failure.value));
  return failed(errorOfAnswer(manifest, failure.error, saysAmbiguous(answered["error"])));
}

function outcomeOfValue(manifest: FunctionManifest, answer: unknown): WorkerOutcome {
  if (!isJsonObject(answer)) return failed(errorOfAnswer(manifest, "`value` is no object"));
  const { kind, value: result, progress } = answer;
  if (kind === "incomplete") {
    if (isJsonObject(progress)) {
      return { kind: "polling", result: { ...progress, complete: false } };
    }
    return failed(errorOfAnswer(manifest, "`value.progress` is no object"));
  }
  if (kind !== "done") {
    return failed(errorOfAnswer(manifest, '`value.kind` is neither "done" nor "incomplete"'));
  }
  const { result: resultType } = manifest;
  const fits = resultType === "Boolean" ? typeof result === "boolean" : isJsonObject(result);
  return fits ? { kind: "succeeded", resultType, result } : failed(errorOfResultKind(manifest));
}
