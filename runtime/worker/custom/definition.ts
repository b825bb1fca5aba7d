/** What a module of one's own brings: a function in the same shape as ours, or a function of the
 *  tools that makes one. The second form needs no package beside it: a folder that is mounted
 *  into a container has none. Whatever is wrong with it is said in a sentence. */
import { z } from "zod";
import { FunctionManifest } from "../../contract/manifest.ts";
import { fail, ok, type Result } from "../../contract/result.ts";
import { checkSchema } from "../../contract/schema-check.ts";
import type { Tenant } from "../../tenant/tenant.ts";
import { TENANT_CAPABILITIES } from "../capabilities.ts";
import { type FunctionDefinition, type WorkerFunction, workerFunction } from "../function.ts";
import { failedBy } from "../functions/support/failure.ts";
import { withStrays } from "./strays.ts";

/** What a module may use without importing it. */
export type CustomTools = {
  /** Zod, for the parameters. */
  readonly z: typeof z;
  readonly ok: typeof ok;
  readonly fail: typeof fail;
  /** A refusal of the tenant as the function's failure: a wait and a doubt stay what they are. */
  readonly failedBy: typeof failedBy;
  readonly tenant: Tenant;
};

export const toolsFor = (tenant: Tenant): CustomTools => ({ z, ok, fail, failedBy, tenant });

/** Needs nothing of the tenant but what the function itself asks for. */
export const CUSTOM = "custom";

const isObjectSchema = (value: unknown): boolean => value instanceof Object && "shape" in value;

const Definition = FunctionManifest.omit({ params: true }).extend({
  // A capability nobody can have would take the function away without a word.
  capability: z.enum([...TENANT_CAPABILITIES, CUSTOM]).default(CUSTOM),
  calls: z.array(z.string()).default([]),
  examples: FunctionManifest.shape.examples.default([]),
  params: z.custom<z.ZodObject>(isObjectSchema, "must be z.object or z.strictObject"),
  run: z.custom<FunctionDefinition<z.ZodObject>["run"]>(
    (value) => typeof value === "function",
    "must be a function",
  ),
});

export function readDefinition(
  exported: unknown,
  tools: CustomTools,
): Result<WorkerFunction, string> {
  if (exported === undefined) return fail("it has no default export");
  const definition = typeof exported === "function" ? exported(tools) : exported;
  if (definition instanceof Promise) return fail("its default export must not be async");
  const checked = checkSchema(Definition, definition);
  if (checked.ok) return ok(withStrays(workerFunction(checked.value)));
  const problems = checked.error.map(({ field, message }) => `${field || "export"}: ${message}`);
  return fail(`its default export is no function definition (${problems.join("; ")})`);
}
