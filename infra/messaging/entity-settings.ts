/** The blueprint's topics, subscriptions and filters in the words of Azure's API. Pure. */
import { FilterType } from "@pulumi/azure-native/servicebus/index.js";
import { isoDuration } from "../../runtime/contract/blueprint/subscriptions.ts";
import type { Filter, Subscription, Topic } from "../../runtime/contract/blueprint/topic-shape.ts";

export const topicSettings = (topic: Topic) => ({
  topicName: topic.name,
  defaultMessageTimeToLive: isoDuration(topic.ttlSec),
  duplicateDetectionHistoryTimeWindow: isoDuration(topic.duplicateWindowSec),
  enablePartitioning: topic.partitioned,
  maxSizeInMegabytes: topic.maxSizeMb,
  requiresDuplicateDetection: true,
});

export const subscriptionSettings = (subscription: Subscription) => ({
  subscriptionName: subscription.name,
  deadLetteringOnFilterEvaluationExceptions: subscription.deadLetterOnFilterError,
  deadLetteringOnMessageExpiration: subscription.deadLetterOnExpiration,
  defaultMessageTimeToLive: isoDuration(subscription.ttlSec),
  lockDuration: isoDuration(subscription.lockSec),
  maxDeliveryCount: subscription.maxDeliveryCount,
  requiresSession: subscription.requiresSession,
});

/** Null where the rule that Azure creates, which lets everything pass, is the right one. */
export function ruleSettings(filter: Filter) {
  switch (filter.kind) {
    case "all":
      return null;
    case "correlation":
      return {
        filterType: FilterType.CorrelationFilter,
        correlationFilter: { properties: { ...filter.properties } },
      };
    case "sql":
      return {
        filterType: FilterType.SqlFilter,
        sqlFilter: { sqlExpression: filter.expression },
      };
  }
}
