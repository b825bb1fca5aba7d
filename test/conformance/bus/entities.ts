/** The topics the suite needs beside the blueprint's: small ones, each for one subject. */

import type {
  Entity,
  SubscriptionSettings,
  TopicSettings,
} from "../../../runtime/bus/embedded/core/entity.ts";
import type { Filter } from "../../../runtime/contract/blueprint/topic-shape.ts";

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Workers for whom the blueprint's `worker-jobs` has subscriptions. */
export const WORKERS = ["west", "east"] as const;

const topic = (name: string, over: Partial<TopicSettings> = {}): TopicSettings => ({
  name,
  ttlMs: DAY,
  bytesMax: 1024 * 1024 * 1024,
  duplicateWindowMs: 0,
  ...over,
});

const subscription = (
  name: string,
  over: Partial<SubscriptionSettings> = {},
): SubscriptionSettings => ({
  name,
  ttlMs: DAY,
  lockMs: MINUTE,
  maxDeliveryCount: 3,
  requiresSession: false,
  deadLetterOnExpiration: true,
  deadLetterOnFilterError: true,
  filters: [{ kind: "all" }],
  ...over,
});

const sql = (expression: string): Filter => ({ kind: "sql", expression });
const equal = (properties: Readonly<Record<string, string>>): Filter => ({
  kind: "correlation",
  properties,
});

export const SUITE_ENTITIES: readonly Entity[] = [
  { topic: topic("work"), subscriptions: [subscription("reader")] },
  { topic: topic("pair"), subscriptions: [subscription("first"), subscription("second")] },
  { topic: topic("deaf"), subscriptions: [subscription("never", { filters: [] })] },
  {
    topic: topic("colours"),
    subscriptions: [
      subscription("red", { filters: [equal({ colour: "red" })] }),
      subscription("large-blue", { filters: [equal({ colour: "blue", size: "large" })] }),
      subscription("either", {
        filters: [equal({ colour: "red" }), sql("colour = 'blue'"), sql("amount > 10")],
      }),
      subscription("rich", { filters: [sql("amount >= 100 AND region IN ('north', 'south')")] }),
      subscription("quotient", { filters: [sql("100 / amount > 5")] }),
      subscription("labelled", { filters: [sql("sys.Label LIKE 'order-%'")] }),
    ],
  },
  {
    topic: topic("once", { duplicateWindowMs: 10 * MINUTE }),
    subscriptions: [subscription("reader")],
  },
  {
    topic: topic("brief", { ttlMs: 10 * MINUTE }),
    subscriptions: [
      subscription("kept", { ttlMs: HOUR }),
      subscription("shorter", { ttlMs: 2 * MINUTE }),
      subscription("dropped", { deadLetterOnExpiration: false }),
    ],
  },
  {
    topic: topic("ordered"),
    subscriptions: [subscription("by-session", { requiresSession: true }), subscription("loose")],
  },
  { topic: topic("tiny", { bytesMax: 4_096 }), subscriptions: [subscription("reader")] },
];
