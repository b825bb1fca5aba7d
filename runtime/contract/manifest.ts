/** What a worker can do, as it tells the platform. Validation checks runbooks against it, the
 *  worker runs nothing that is not in it, and retry decisions rest on effect and idempotency. */
import { z } from "zod";
import { WorkerId } from "./identifiers.ts";
import { LIMITS } from "./limits.ts";

/** Ours follow PowerShell's form, a verb and a noun (`New-EntraUser`); a worker's own functions
 *  may be called otherwise, within characters that mean nothing to any shell. */
export const FunctionName = z
  .string()
  .max(LIMITS.nameChars)
  .regex(
    /^[A-Za-z](?:[A-Za-z0-9_-]*[A-Za-z0-9_])?$/,
    "must be letters, digits, - and _, such as New-EntraUser",
  )
  .brand<"FunctionName">();
export type FunctionName = z.output<typeof FunctionName>;

const RESULT_KINDS = ["Object", "Boolean"] as const;
const EFFECTS = ["read", "write"] as const;
/** How a repeat is made harmless: the target refuses a second one by its key; the function writes
 *  the end it was told, whatever is there, so that a second time ends the same; what it sees
 *  decides what it does; or not at all. `none` is never repeated unasked. */
const IDEMPOTENCY_CLASSES = ["natural-key", "same-end", "check-then-act", "none"] as const;

const Params = z.record(z.string(), z.unknown());

export const FunctionManifest = z.object({
  name: FunctionName,
  description: z.string().min(1).max(LIMITS.descriptionChars),
  /** A JSON Schema (2020-12) whose instances are the function's parameters. */
  params: z.looseObject({ type: z.literal("object") }),
  result: z.enum(RESULT_KINDS),
  effect: z.enum(EFFECTS),
  idempotency: z.enum(IDEMPOTENCY_CLASSES),
  callSec: z
    .int()
    .min(1)
    .max(LIMITS.callSecMax)
    .optional()
    .describe("How long one call may take before the worker gives it up; an hour if absent."),
  polled: z
    .boolean()
    .optional()
    .describe(
      "Whether it answers not done yet until what it looks for is so. A step that calls it needs " +
        "a poll: without one, that answer counts as success.",
    ),
  examples: z
    .array(z.object({ params: Params, result: z.unknown() }))
    .max(LIMITS.examplesPerFunction),
});
export type FunctionManifest = Readonly<z.output<typeof FunctionManifest>>;

/** PowerShell does not tell function names apart by case, so neither may a manifest. */
const distinct = (functions: readonly { readonly name: FunctionName }[]): boolean =>
  new Set(functions.map(({ name }) => name.toLowerCase())).size === functions.length;

/** A function that the worker knows and does not run, because it lacks the capability. */
const SwitchedOff = z.object({
  name: FunctionName,
  capability: z.string().min(1).max(LIMITS.nameChars),
});

export const WorkerManifest = z.object({
  workerId: WorkerId,
  version: z.string().min(1).max(LIMITS.nameChars),
  functions: z
    .array(FunctionManifest)
    .max(LIMITS.functionsPerWorker)
    .refine(distinct, "must name each function once"),
  /** Absent in what older workers told, and then there is none that anybody knows of. */
  switchedOff: z
    .array(SwitchedOff)
    .max(LIMITS.functionsPerWorker)
    .refine(distinct, "must name each function once")
    .optional()
    .describe("Functions the worker knows, each with the capability that is disabled."),
});
export type WorkerManifest = Readonly<z.output<typeof WorkerManifest>>;
