/** Exceptions from the policy pack: `exceptions` in policies/<stack>.json, in the form that the
 *  CLI reads too, as far as it can be decided offline.
 *  E1. An exception names its rules, its resources and its reason; one without them is refused.
 *  E2. It takes nothing off the report: what it covers is shown with the reason beside it. */
import { z } from "zod";

/** As in the CLI, `*` stands for any run of characters. */
const Selector = z
  .strictObject({
    urn: z.string().min(1).optional(),
    type: z.string().min(1).optional(),
    name: z.string().min(1).optional(),
  })
  .refine((selector) => Object.keys(selector).length > 0, "say which resource: urn, type or name");

const Entry = z.strictObject({
  policies: z.array(z.string().min(1)).min(1),
  resources: z.array(Selector).min(1),
  reason: z.string().trim().min(1, "say why this may stay as it is"),
});

/** By the id that the file gives them. */
export const ExceptionEntries = z.record(z.string().regex(/^[\w.-]+$/), Entry);

export type PolicyException = z.infer<typeof Entry> & { readonly id: string };

export const exceptionsOf = (
  entries: z.infer<typeof ExceptionEntries>,
): readonly PolicyException[] => Object.entries(entries).map(([id, entry]) => ({ id, ...entry }));

const globs = (pattern: string | undefined, text: string): boolean => {
  if (pattern === undefined) return true;
  const parts = pattern.split("*").map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`, "s").test(text);
};

/** The first that covers a violation of this rule by this resource. */
export function exceptionFor(
  exceptions: readonly PolicyException[],
  policy: string,
  urn: string,
): PolicyException | undefined {
  const [, , types = "", name = ""] = urn.split("::");
  const type = types.split("$").at(-1) ?? "";
  return exceptions.find(
    ({ policies, resources }) =>
      policies.includes(policy) &&
      resources.some(
        (wanted) =>
          (wanted.urn === undefined || wanted.urn === urn) &&
          globs(wanted.type, type) &&
          globs(wanted.name, name),
      ),
  );
}
