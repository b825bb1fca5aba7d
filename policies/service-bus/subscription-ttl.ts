/** A message lives as long as the shorter of the two says. A subscription that promises more than
 *  its topic gives makes people believe in time they do not have; one that gives less takes
 *  time from one reader that the topic promises to all. */
import type { PolicyResource, StackValidationPolicy } from "@pulumi/policy";
import { each } from "../stack-rule.ts";
import { secondsOf } from "./duration.ts";
import { ownerOf, SUBSCRIPTION, TOPIC } from "./entity-links.ts";

const ttl = (resource: PolicyResource): unknown => resource.props["defaultMessageTimeToLive"];

export const subscriptionTtl = {
  name: "service-bus-subscription-ttl",
  displayName: "Service Bus time to live",
  description: "A subscription's time to live is its topic's, neither longer nor shorter.",
  severity: "medium",
  validateStack: ({ resources }, reportViolation) => {
    const subscriptions = resources.filter(({ type }) => type === SUBSCRIPTION);
    each(subscriptions, (subscription) => {
      const topic = ownerOf(subscription, TOPIC, resources);
      if (topic === undefined) return;
      if (secondsOf(ttl(subscription)) === secondsOf(ttl(topic))) return;
      reportViolation(
        `Set defaultMessageTimeToLive to ${ttl(topic) ?? "none"}, as the topic has it: a message ` +
          "lives as long as the shorter of the two says.",
        subscription.urn,
      );
    });
  },
} satisfies StackValidationPolicy;
