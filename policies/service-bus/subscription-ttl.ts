/** A message lives as long as the shorter of the two says. A subscription that promises more than
 *  its topic gives makes people believe in time they do not have. */
import type { PolicyResource, StackValidationPolicy } from "@pulumi/policy";
import { ownerOf, SUBSCRIPTION, TOPIC } from "./entity-links.ts";

const PARTS = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;

/** Service Bus keeps a message for ever where no time to live is set. */
const FOREVER = Number.POSITIVE_INFINITY;

/** NaN for a text that is no duration in days, hours, minutes and seconds. */
function seconds(duration: unknown): number {
  if (duration === undefined) return FOREVER;
  const match = PARTS.exec(String(duration));
  if (match === null) return Number.NaN;
  const [days = 0, hours = 0, minutes = 0, secs = 0] = match.slice(1).map((n) => Number(n ?? 0));
  return ((days * 24 + hours) * 60 + minutes) * 60 + secs;
}

const ttl = (resource: PolicyResource): unknown => resource.props["defaultMessageTimeToLive"];

export const subscriptionTtl = {
  name: "service-bus-subscription-ttl",
  displayName: "Service Bus time to live",
  description: "A subscription's time to live is not longer than its topic's.",
  severity: "medium",
  validateStack: ({ resources }, reportViolation) => {
    for (const subscription of resources.filter(({ type }) => type === SUBSCRIPTION)) {
      const topic = ownerOf(subscription, TOPIC, resources);
      if (topic === undefined) continue;
      if (seconds(ttl(subscription)) <= seconds(ttl(topic))) continue;
      reportViolation(
        `Set defaultMessageTimeToLive to at most ${ttl(topic)}, the topic's: ` +
          `messages do not live ${ttl(subscription) ?? "for ever"}, whatever is written here.`,
        subscription.urn,
      );
    }
  },
} satisfies StackValidationPolicy;
