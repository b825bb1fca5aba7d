/** A rule sees only the types that it was written for, and most things can be said by a second
 *  one: a person made Owner by an eligibility, passwords let in beside the server, a template that
 *  holds anything. What no rule knows is therefore refused. */
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { JUDGED_TYPES } from "./judged-types.ts";

/** Our own components and code, and the engine's own parts; none is a thing of Azure's. */
const OWN = /^(?:drover|drover-code|pulumi):/;

export const knownTypes = {
  name: "known-types",
  displayName: "Only types that rules know",
  description: "Every resource is of a type that rules were written for, or that the stack names.",
  severity: "high",
  configSchema: {
    properties: { types: { type: "array", items: { type: "string" } } },
  },
  validateResource: ({ type, getConfig }, report) => {
    if (OWN.test(type) || JUDGED_TYPES.has(type)) return;
    const { types = [] } = getConfig<{ types?: readonly string[] }>();
    if (types.includes(type)) return;
    report(
      `Build it with a type that rules know, or write the rule and list ${type} in ` +
        "policies/resource/judged-types.ts: what no rule looks at could open anything.",
    );
  },
} satisfies ResourceValidationPolicy;
