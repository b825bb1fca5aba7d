/** Azure gives each new subscription a rule that lets everything pass, and rules are OR-ed. So a
 *  filter beside that rule filters nothing: one worker would receive the jobs of all (M-037). */
import type { PolicyResource, StackValidationPolicy } from "@pulumi/policy";
import { each } from "../stack-rule.ts";
import { DEFAULT_RULE, ownerOf, RULE, SUBSCRIPTION, TOPIC } from "./entity-links.ts";

type Settings = { readonly routedTopics?: readonly string[] };

/** Topics whose every subscription takes a share, never the whole. */
const DEFAULT_ROUTED: readonly string[] = ["worker-jobs"];

/** Looks at the filter of the kind that the rule says it is and at no other: in a preview whatever
 *  the program leaves to Azure is unknown, and whoever asks for it has to leave it undecided. */
function narrows({ props }: PolicyResource): boolean {
  if (props["filterType"] !== "CorrelationFilter") {
    const sql: unknown = props["sqlFilter"]?.sqlExpression;
    if (typeof sql === "string") return sql.replaceAll(" ", "") !== "1=1";
  }
  if (props["filterType"] === "SqlFilter") return false;
  const correlation: Readonly<Record<string, unknown>> = props["correlationFilter"] ?? {};
  // The provider's SDK adds requiresPreprocessing to every filter; it matches nothing.
  const { properties, requiresPreprocessing: _, ...fields } = correlation;
  return Object.keys(properties ?? {}).length > 0 || Object.keys(fields).length > 0;
}

export const defaultRuleReplaced = {
  name: "service-bus-default-rule-replaced",
  displayName: "Service Bus filters really filter",
  description: "A filtered subscription's default rule is replaced by its filter.",
  severity: "high",
  configSchema: { properties: { routedTopics: { type: "array", items: { type: "string" } } } },
  validateStack: ({ resources, getConfig }, reportViolation) => {
    const { routedTopics = DEFAULT_ROUTED } = getConfig<Settings>();
    const rulesOf = (subscription: PolicyResource, type: string): readonly PolicyResource[] =>
      resources.filter(
        (r) => r.type === type && ownerOf(r, SUBSCRIPTION, resources)?.urn === subscription.urn,
      );
    const subscriptions = resources.filter(({ type }) => type === SUBSCRIPTION);
    each(subscriptions, (subscription) => {
      const topic = ownerOf(subscription, TOPIC, resources);
      const topicName: unknown = topic?.props["topicName"] ?? topic?.props["name"];
      const isRouted = routedTopics.some((name) => name === topicName);
      if (!isRouted && rulesOf(subscription, RULE).length === 0) return;
      if (rulesOf(subscription, DEFAULT_RULE).some(narrows)) return;
      reportViolation(
        "Give it a DefaultRule with a filter: the rule that Azure creates lets every message pass.",
        subscription.urn,
      );
    });
  },
} satisfies StackValidationPolicy;
