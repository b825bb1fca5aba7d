/** What a topic and a subscription are set to. Times in milliseconds; null means without end. */
import type { Filter } from "../../../contract/blueprint/topic-shape.ts";

export type TopicSettings = {
  readonly name: string;
  readonly ttlMs: number | null;
  readonly bytesMax: number;
  /** 0 switches duplicate detection off. */
  readonly duplicateWindowMs: number;
};

/** A message is delivered once when at least one of the filters takes it. */
export type SubscriptionSettings = {
  readonly name: string;
  readonly ttlMs: number | null;
  readonly lockMs: number;
  readonly maxDeliveryCount: number;
  readonly requiresSession: boolean;
  readonly deadLetterOnExpiration: boolean;
  readonly deadLetterOnFilterError: boolean;
  readonly filters: readonly Filter[];
};

export type Entity = {
  readonly topic: TopicSettings;
  readonly subscriptions: readonly SubscriptionSettings[];
};
