/** What a stack can vary, and what each value must look like. Pure: the program brings the values
 *  from Pulumi, the offline preview from the stack's file.
 *  C1. All problems of a config come in one message: nobody fixes them one deployment at a time. */
import { z } from "zod";
import { RESERVED_WORKER_IDS } from "../runtime/contract/blueprint/components.ts";
import { isWorkerId } from "../runtime/contract/blueprint/subscriptions.ts";
import { fail, ok, type Result } from "../runtime/contract/result.ts";

const isReserved = (id: string): boolean => RESERVED_WORKER_IDS.some((taken) => taken === id);

/** Pulumi hands over every value as text; lists, mappings and booleans as JSON. */
const fromJson = <Value extends z.ZodType>(value: Value) =>
  z
    .string()
    .transform((text, context) => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue({ code: "custom", message: "is not a list, mapping or boolean" });
        return z.NEVER;
      }
    })
    .pipe(value);

const WorkerId = z
  .string()
  .refine(isWorkerId, "use up to 43 lower-case letters, digits and inner hyphens")
  .refine((id) => !isReserved(id), "this id belongs to a built-in worker");

const WorkerIds = z
  .array(WorkerId)
  .min(1, "an estate without a worker runs no step")
  .refine((ids) => new Set(ids).size === ids.length, "a worker id is listed twice");

const Tag = z.string().trim().min(1).max(256);

const Settings = z.strictObject({
  /** An Azure region in its short form. */
  location: z.string().regex(/^[a-z]+[0-9]?$/, 'write a region as in "westeurope"'),
  /** Decides tier, endpoints, zones and rule sets together: they are only valid together. */
  network: z.enum(["public", "private"]),
  tags: fromJson(z.strictObject({ owner: Tag, "cost-centre": Tag, environment: Tag }).readonly()),
  workers: fromJson(WorkerIds.readonly()),
  /** Whether what holds data is protected against deletion. */
  protect: fromJson(z.boolean()),
});

export type StackConfig = Readonly<z.infer<typeof Settings>> & { readonly stack: string };

const describe = (issue: z.core.$ZodIssue): string =>
  issue.path.length === 0 ? issue.message : `${issue.path.join(".")}: ${issue.message}`;

/** `values` are the project's keys without their prefix, as text. */
export function parseStackConfig(
  stack: string,
  values: Readonly<Record<string, string>>,
): Result<StackConfig, string> {
  const parsed = Settings.safeParse(values);
  if (parsed.success) return ok(Object.freeze({ ...parsed.data, stack }));
  const problems = parsed.error.issues.map((issue) => `- ${describe(issue)}`);
  return fail([`Pulumi.${stack}.yaml cannot be used:`, ...problems].join("\n"));
}

/** Pulumi writes the project before each key; keys of other projects and providers are not ours. */
export const valuesOf = (
  project: string,
  config: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(config)
      .filter(([key]) => key.startsWith(`${project}:`))
      .map(([key, value]) => [key.slice(project.length + 1), value]),
  );
