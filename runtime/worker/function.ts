/** What a worker function is: one call that a runbook's step may ask for. A function declares
 *  what it changes and what makes a repeat harmless; the loop around it and the engine's retry
 *  decisions rest on these words, so a function that lies about them doubles effects. */
import { z } from "zod";
import type { BatchId } from "../contract/ids.ts";
import type { JobId } from "../contract/job-id.ts";
import type { JsonObject } from "../contract/json-object.ts";
import { FunctionManifest } from "../contract/manifest.ts";
import { ok, type Result } from "../contract/result.ts";
import { checkSchema, type FieldProblem } from "../contract/schema-check.ts";

export type FunctionContext = {
  readonly jobId: JobId;
  readonly batchId: BatchId;
  readonly attempt: number;
  /** 0 for the call that starts the work, then 1, 2, … for each question whether it is done. */
  readonly poll: number;
  /** The call took longer than it may, or the worker has to end: nobody waits for the answer any
   *  more, and whatever can be left undone should be. */
  readonly signal: AbortSignal;
};

type FunctionAnswer =
  /** Of the kind the function declares. */
  | { readonly kind: "done"; readonly value: JsonObject | boolean }
  /** The work goes on elsewhere; the same function will be asked again, with a higher poll. */
  | { readonly kind: "incomplete"; readonly progress: JsonObject };

/** By what may be done next. `code` is for programs, `message` for people; no secrets in either. */
export type FunctionFailure =
  /** Not now: the service asked for a pause, after `attempts` calls. */
  | {
      readonly kind: "throttled";
      readonly message: string;
      readonly retryAfterSec: number;
      readonly attempts: number;
    }
  /** Nothing was changed, or nothing that a repeat would double. */
  | { readonly kind: "failed"; readonly code: string; readonly message: string }
  /** The change may have happened: nobody may simply try again. */
  | { readonly kind: "ambiguous"; readonly code: string; readonly message: string };

export type FunctionResult = Result<FunctionAnswer, FunctionFailure>;

/** How the author of a function writes it down. */
export type FunctionDefinition<Params extends z.ZodObject> = Omit<FunctionManifest, "params"> & {
  /** What the function needs to be able to run at all, as its host names it: `exchange`. */
  readonly capability: string;
  /** What it asks of a tenant, as `port.operation`: the permissions follow from it. */
  readonly calls?: readonly string[];
  readonly params: Params;
  readonly run: (params: z.output<Params>, context: FunctionContext) => Promise<FunctionResult>;
};

/** What the loop sees of it: parameters are checked before there is anything to call. */
export type WorkerFunction = {
  readonly manifest: FunctionManifest;
  readonly capability: string;
  readonly calls?: readonly string[];
  readonly prepare: (parameters: JsonObject) => Result<FunctionCall, readonly FieldProblem[]>;
};

export type FunctionCall = (context: FunctionContext) => Promise<FunctionResult>;

export function workerFunction<Params extends z.ZodObject>(
  definition: FunctionDefinition<Params>,
): WorkerFunction {
  const { capability, calls = [], params, run, ...traits } = definition;
  const manifest = FunctionManifest.parse({
    ...traits,
    params: z.toJSONSchema(params, { io: "input" }),
  });
  return {
    manifest,
    capability,
    calls,
    prepare: (parameters) => {
      const checked = checkSchema(params, parameters);
      return checked.ok ? ok((context) => run(checked.value, context)) : checked;
    },
  };
}
