/** The key that the scaler needs may manage the namespace; with an identity there is no key at
 *  all. */
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { isSet, onTypes } from "../resource-rule.ts";

type Rule = { readonly identity?: string; readonly auth?: readonly object[] };

/** An app has its rules in the template, a job in its trigger. */
type Scaled = {
  readonly template?: {
    readonly scale?: { readonly rules?: readonly { readonly custom?: Rule }[] };
  };
  readonly configuration?: {
    readonly eventTriggerConfig?: { readonly scale?: { readonly rules?: readonly Rule[] } };
  };
};

export const scaleByIdentity = {
  name: "container-apps-scale-by-identity",
  displayName: "Scale rules use an identity",
  description: "A scale rule looks at its queue as an identity, never with a key.",
  severity: "high",
  validateResource: onTypes<Scaled>(["app:ContainerApp", "app:Job"], (props, report) => {
    const rules = [
      ...(props.template?.scale?.rules ?? []).flatMap(({ custom }) => custom ?? []),
      ...(props.configuration?.eventTriggerConfig?.scale?.rules ?? []),
    ];
    for (const rule of rules) {
      const keyless = isSet(rule, "identity") && (rule.auth ?? []).length === 0;
      if (!keyless) report("Give the rule an identity and no auth: its key could drain every job.");
    }
  }),
} satisfies ResourceValidationPolicy;
