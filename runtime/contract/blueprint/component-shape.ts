/** The shape of a deployable. What a component declares to use (topics, secrets, containers,
 *  tables, database) is the whole of what it uses: rights are checked against it, both ways. */
import type { ScheduleName } from "./schedules.ts";
import type { SecretName } from "./secrets.ts";
import type { ContainerName, TableName } from "./storage.ts";
import type { System } from "./topic-shape.ts";
import type { SubscriptionRef, TopicName } from "./topics.ts";

/** `dead-letters` is the queue beside a subscription. `*` means all subscriptions of the topic,
 *  also those that teams add later. */
type Receive =
  | (SubscriptionRef & { readonly part: "messages" | "dead-letters" })
  | { readonly topic: TopicName; readonly subscription: "*"; readonly part: "messages" | "peek" };

export type Trigger =
  | { readonly kind: "timer"; readonly schedule: ScheduleName }
  | ({ readonly kind: "subscription" } & SubscriptionRef)
  | { readonly kind: "http" }
  /** Started by hand, by the program that builds the estate, or by another component. */
  | { readonly kind: "start"; readonly by: string };

type Use = {
  readonly system: System;
  readonly purpose: string;
  /** Why this is a deployable of its own. */
  readonly apart: string;
  readonly triggers: readonly Trigger[];
  readonly publishes: readonly TopicName[];
  readonly receives: readonly Receive[];
  readonly database: "none" | "read-write" | "owner";
  readonly secrets: readonly SecretName[];
  readonly reads: readonly ContainerName[];
  readonly writes: readonly ContainerName[];
  readonly tables: readonly TableName[];
};

/** Which worker ids a container app stands for: none, each configured one, or a reserved one. */
type WorkerIds =
  | { readonly kind: "none" }
  | { readonly kind: "each" }
  | { readonly kind: "reserved"; readonly id: string };

type Image = { readonly repository: string; readonly dockerfile: string };

type FunctionApp = Use & {
  readonly kind: "function-app";
  /** The composition root that is bundled and published. */
  readonly entry: string;
  readonly scale: {
    readonly alwaysReady: number;
    readonly max: number;
    readonly memoryMb: 512 | 2048 | 4096;
  };
};

type ContainerApp = Use & {
  readonly kind: "container-app";
  readonly image: Image;
  readonly workers: WorkerIds;
  /** The rule asks the bus with the component's own identity; there is no key. */
  readonly scale: {
    readonly min: number;
    readonly max: number;
    readonly pollingSec: number;
    readonly cooldownSec: number;
    readonly rule: SubscriptionRef & { readonly messageCount: number };
  };
};

type ContainerJob = Use & {
  readonly kind: "container-job";
  readonly image: Image;
  readonly scale: {
    readonly cpu: number;
    readonly memoryGib: number;
    readonly timeoutSec: number;
    readonly retries: 0;
    readonly parallelism: 1;
    /** Executions at the same time, over all runs. */
    readonly max: number;
  };
};

/** A container group that the scaler makes at run time from an image of the team's own. */
type ContainerGroup = Use & {
  readonly kind: "container-group";
  readonly imageSetting: "ACI_IMAGE";
  readonly restart: "Never";
};

export type Component = FunctionApp | ContainerApp | ContainerJob | ContainerGroup;
