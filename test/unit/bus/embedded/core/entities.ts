/** Small topics for random lives of a broker. */
import type {
  Entity,
  SubscriptionSettings,
} from "../../../../../runtime/bus/embedded/core/entity.ts";
import type { QueueRef } from "../../../../../runtime/bus/embedded/core/journal.ts";

const SUBSCRIPTION: SubscriptionSettings = {
  name: "reader",
  ttlMs: 500,
  lockMs: 100,
  maxDeliveryCount: 3,
  requiresSession: false,
  deadLetterOnExpiration: true,
  deadLetterOnFilterError: true,
  filters: [{ kind: "all" }],
};

const topic = (name: string, duplicateWindowMs: number) => ({
  name,
  ttlMs: null,
  bytesMax: 1_000_000,
  duplicateWindowMs,
});

/** `plain` loses nothing; `mixed` filters, forgets and knows duplicates; `ordered` has sessions. */
export const ENTITIES: readonly Entity[] = [
  { topic: topic("plain", 0), subscriptions: [SUBSCRIPTION] },
  {
    topic: topic("mixed", 20_000),
    subscriptions: [
      { ...SUBSCRIPTION, filters: [{ kind: "sql", expression: "n < 3 OR sys.MessageId = 'm5'" }] },
      { ...SUBSCRIPTION, name: "brief", ttlMs: 150, deadLetterOnExpiration: false },
    ],
  },
  { topic: topic("ordered", 0), subscriptions: [{ ...SUBSCRIPTION, requiresSession: true }] },
];

const queue = (topic: string, subscription = "reader", dead = false): QueueRef => ({
  topic,
  subscription,
  dead,
});

export const QUEUES = [
  queue("plain"),
  queue("plain", "reader", true),
  queue("mixed"),
  queue("mixed", "brief"),
  queue("ordered", "reader", true),
];
export const SESSION_QUEUE = queue("ordered");
