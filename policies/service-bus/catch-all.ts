/** A topic drops what no filter matches while the publisher sees success (R20). */
import type { PolicyResource, StackValidationPolicy } from "@pulumi/policy";
import { each } from "../stack-rule.ts";
import { DEFAULT_RULE, ownerOf, RULE, SUBSCRIPTION, TOPIC } from "./entity-links.ts";

/** A filter that lets all pass, or names what the others take by leaving it out. */
const REST = /^\s*(?:1\s*=\s*1\s*$|.*\bNOT\s+(?:IN|LIKE|EXISTS)\b|.*<>)/is;

/** A correlation filter names what it takes, so its other kind of filter, which is unknown until
 *  Azure has answered, need not be asked for. */
const isRest = ({ props }: PolicyResource): boolean => {
  if (props["filterType"] === "CorrelationFilter") return false;
  const sql: unknown = props["sqlFilter"]?.sqlExpression;
  return typeof sql === "string" && REST.test(sql);
};

export const catchAll = {
  name: "service-bus-catch-all",
  displayName: "Service Bus topics lose nothing",
  description: "Every topic has a subscription that takes what no other takes.",
  severity: "high",
  validateStack: ({ resources }, report) => {
    const subscriptions = resources.filter(({ type }) => type === SUBSCRIPTION);
    const rules = resources.filter(({ type }) => type === RULE || type === DEFAULT_RULE);
    each(
      resources.filter(({ type }) => type === TOPIC),
      (topic) => {
        const own = subscriptions.filter((s) => ownerOf(s, TOPIC, resources)?.urn === topic.urn);
        const takesRest = (subscription: PolicyResource): boolean => {
          const filters = rules.filter(
            (r) => ownerOf(r, SUBSCRIPTION, resources)?.urn === subscription.urn,
          );
          return filters.length === 0 || filters.some(isRest);
        };
        if (own.some(takesRest)) return;
        report(
          "Add a subscription without a filter, or one for all that the others leave: " +
            "what no filter matches vanishes while the publisher sees success.",
          topic.urn,
        );
      },
    );
  },
} satisfies StackValidationPolicy;
