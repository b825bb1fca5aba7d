/** The shape of a topic and its subscriptions. Durations are whole seconds: the embedded broker
 *  counts in them, and infra writes them as ISO 8601 through `isoDuration`. */

/** The design document a thing comes from: S0 HayMaker, S1 and S3 runbook automation (S3 adds
 *  no deployable of its own), S2 run cards, S4 the scaler. */
export type System = "S0" | "S1" | "S2" | "S3" | "S4";

export type Filter =
  | { readonly kind: "all" }
  /** Every named application property equals its value, upper and lower case apart. */
  | { readonly kind: "correlation"; readonly properties: Readonly<Record<string, string>> }
  | { readonly kind: "sql"; readonly expression: string };

export type Subscription = {
  readonly name: string;
  /** True: the entry is a pattern, made real once for each worker id. */
  readonly perWorker: boolean;
  readonly purpose: string;
  readonly ttlSec: number;
  readonly lockSec: number;
  readonly maxDeliveryCount: number;
  /** Ordered delivery per session id; can only be chosen when the subscription is created. */
  readonly requiresSession: boolean;
  readonly deadLetterOnExpiration: boolean;
  readonly deadLetterOnFilterError: boolean;
  readonly filter: Filter;
};

export type Topic = {
  readonly name: string;
  readonly system: System;
  readonly purpose: string;
  /** The setting that may give the topic another name; null when the name is fixed. */
  readonly nameSetting: string | null;
  /** True when programs that are not ours put messages here. */
  readonly publishedFromOutside: boolean;
  readonly ttlSec: number;
  readonly maxSizeMb: number;
  readonly duplicateWindowSec: number;
  /** Off everywhere: order and duplicate detection hold only without partitions. */
  readonly partitioned: false;
  readonly subscriptions: Readonly<Record<string, Subscription>>;
};
