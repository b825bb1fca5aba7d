/** The blueprint's topics as the broker is set to them, with one subscription per worker. */
import { subscriptionsOf } from "../../contract/blueprint/subscriptions.ts";
import type { Subscription, Topic } from "../../contract/blueprint/topic-shape.ts";
import type { Entity, SubscriptionSettings } from "./core/entity.ts";

const SECOND_MS = 1_000;
const MEGABYTE = 1024 * 1024;

export const entitiesOf = (
  topics: Readonly<Record<string, Topic>>,
  workerIds: readonly string[],
): readonly Entity[] =>
  Object.values(topics).map((topic) => ({
    topic: {
      name: topic.name,
      ttlMs: topic.ttlSec * SECOND_MS,
      bytesMax: topic.maxSizeMb * MEGABYTE,
      duplicateWindowMs: topic.duplicateWindowSec * SECOND_MS,
    },
    subscriptions: subscriptionsOf(topic, workerIds).map(settingsOf),
  }));

const settingsOf = (subscription: Subscription): SubscriptionSettings => ({
  name: subscription.name,
  ttlMs: subscription.ttlSec * SECOND_MS,
  lockMs: subscription.lockSec * SECOND_MS,
  maxDeliveryCount: subscription.maxDeliveryCount,
  requiresSession: subscription.requiresSession,
  deadLetterOnExpiration: subscription.deadLetterOnExpiration,
  deadLetterOnFilterError: subscription.deadLetterOnFilterError,
  filters: [subscription.filter],
});
