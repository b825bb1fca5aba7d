/** The errors of functions that have a defect: they threw, did not answer, or answered what nobody
 *  can use. None
 *  quotes what was thrown or answered. */
import type { FunctionManifest, FunctionName } from "../contract/manifest.ts";
import type { WorkerError } from "../contract/messages/worker-result.ts";
import { mayNotRepeat } from "./repeating.ts";
import { workerError } from "./worker-error.ts";

/** Its effect may be there, so it depends on the function whether anybody may try again. */
const afterTheEffect =
  (type: string, what: (name: FunctionName) => string) =>
  (of: FunctionManifest): WorkerError =>
    workerError(type, what(of.name), { isAmbiguous: mayNotRepeat(of) });

export const errorOfThrowing = (of: FunctionManifest, error: string): WorkerError =>
  afterTheEffect(
    "function_threw",
    (name) => `${name} has a defect: it threw ${error}. The worker's log says where.`,
  )(of);

/** `ending`: what it called, such as `process.exit`. */
export const errorOfEnding = (of: FunctionManifest, ending: string): WorkerError =>
  afterTheEffect(
    "function_threw",
    (name) =>
      `${name} has a defect: it called ${ending}, which would end the worker with every job it ` +
      "has. That was refused, and the step failed. The worker's log says where; return `fail(…)`.",
  )(of);

export const errorOfOverrun = (of: FunctionManifest, callSec: number): WorkerError =>
  afterTheEffect(
    "function_overran",
    (name) =>
      `${name} did not answer within ${callSec} seconds, and its call was given up. What it has ` +
      "changed by then, or changes later, is not known. It should end when `context.signal` is " +
      "aborted; if its work takes longer, let it answer `incomplete` and poll, or raise its " +
      "`callSec`.",
  )(of);

/** Before anything was called: whoever mends the schema may try again. */
export const errorOfSchema = (name: FunctionName, error: string): WorkerError =>
  workerError(
    "function_threw",
    `${name} has a defect: the schema of its params threw ${error}, and it was not called. ` +
      "A schema must not throw or be async. The worker's log says where.",
  );

export const errorOfAnswer = (of: FunctionManifest, why: string, saidSo = false): WorkerError =>
  workerError(
    "invalid_result",
    `${of.name} has a defect: it answered something that is no outcome: ${why}.`,
    { isAmbiguous: saidSo || mayNotRepeat(of) },
  );

export const errorOfResultKind = afterTheEffect(
  "invalid_result",
  (name) => `${name} has a defect: its result is not what it declares, or has no form in JSON.`,
);

export const errorOfSize = (of: FunctionManifest, bytes: number, bytesMax: number): WorkerError =>
  afterTheEffect(
    "result_too_large",
    (name) => `${name} ran, but its result takes ${bytes} bytes; a message holds ${bytesMax}.`,
  )(of);
