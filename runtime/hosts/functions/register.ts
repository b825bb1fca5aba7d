/** Registers the functions of one function app with the Functions host: one for each trigger that
 *  the blueprint gives the component, and no other. What a function does is a plain function that
 *  is handed in; forgetting one does not compile.
 *  F1. No timer fires because its app starts (H-073).
 *  F2. A handler ends after its commit; until then its messages stay locked, and the host settles
 *      them only because it ended well. */
import type {
  HttpHandler,
  HttpMethod,
  ServiceBusTopicTriggerOptions,
  TimerFunctionOptions,
} from "@azure/functions";
import type { Trigger } from "../../contract/blueprint/component-shape.ts";
import { COMPONENTS, type ComponentName } from "../../contract/blueprint/components.ts";
import { SCHEDULES } from "../../contract/blueprint/schedules.ts";
import type { Topic } from "../../contract/blueprint/topic-shape.ts";
import { TOPICS } from "../../contract/blueprint/topics.ts";

/** The part of the host's `app` that is used here. */
export type FunctionsApp = {
  readonly timer: (name: string, options: TimerFunctionOptions) => void;
  readonly serviceBusTopic: (
    name: string,
    options: ServiceBusTopicTriggerOptions & { readonly handler: SubscriptionFunction },
  ) => void;
  readonly http: (
    name: string,
    options: {
      readonly methods: HttpMethod[];
      readonly authLevel: "anonymous";
      readonly route: string;
      readonly handler: HttpHandler;
    },
  ) => void;
};

type SubscriptionFunction = (
  messages: unknown,
  context: { readonly triggerMetadata?: Readonly<Record<string, unknown>> | undefined },
) => Promise<void>;

type TimerHandler = () => Promise<void>;

/** The bodies, and beside them what the host tells of each message, in lists of the same order. */
type SubscriptionHandler = (
  bodies: readonly unknown[],
  metadata: Readonly<Record<string, unknown>>,
) => Promise<void>;

type FunctionAppName = {
  [Name in ComponentName]: (typeof COMPONENTS)[Name]["kind"] extends "function-app" ? Name : never;
}[ComponentName];

type TriggerOf<Name extends FunctionAppName> = (typeof COMPONENTS)[Name]["triggers"][number];

type KeyOf<Of> = Of extends { kind: "timer"; schedule: infer Schedule extends string }
  ? Schedule
  : Of extends { kind: "subscription"; topic: infer Topic; subscription: infer Own }
    ? `${Topic & string}/${Own & string}`
    : Of extends { kind: "http" }
      ? "http"
      : never;

type HandlerOf<Of> = Of extends { kind: "timer" }
  ? TimerHandler
  : Of extends { kind: "subscription" }
    ? SubscriptionHandler
    : HttpHandler;

export type HandlersOf<Name extends FunctionAppName> = {
  readonly [Of in TriggerOf<Name> as KeyOf<Of>]: HandlerOf<Of>;
};

const METHODS: readonly HttpMethod[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** The prefix of the settings by which the host reaches the bus. */
const CONNECTION = "ServiceBusConnection";

const isBySession = (topic: Topic, subscription: string): boolean =>
  Object.values(topic.subscriptions).some(
    ({ name, requiresSession }) => name === subscription && requiresSession,
  );

type AnyHandlers = Readonly<Record<string, unknown>>;

function registerTrigger(app: FunctionsApp, trigger: Trigger, handlers: AnyHandlers): void {
  switch (trigger.kind) {
    case "timer": {
      const { schedule: name } = trigger;
      const { setting, runOnStartup } = SCHEDULES[name];
      const handler = handlers[name] as TimerHandler;
      app.timer(name, { schedule: `%${setting}%`, runOnStartup, handler: () => handler() });
      return;
    }
    case "subscription": {
      const { topic: topicName, subscription: subscriptionName } = trigger;
      const take = handlers[`${topicName}/${subscriptionName}`] as SubscriptionHandler;
      app.serviceBusTopic(`${topicName}-${subscriptionName}`, {
        topicName,
        subscriptionName,
        connection: CONNECTION,
        cardinality: "many",
        isSessionsEnabled: isBySession(TOPICS[topicName], subscriptionName),
        handler: (messages, { triggerMetadata = {} }) =>
          take(Array.isArray(messages) ? messages : [messages], triggerMetadata),
      });
      return;
    }
    case "http": {
      // Every caller is known by the token that the API itself checks; a key would be a secret.
      const authLevel = "anonymous";
      const handler = handlers["http"] as HttpHandler;
      app.http("api", { methods: [...METHODS], authLevel, route: "{*path}", handler });
      return;
    }
    case "start":
      throw new Error("a function app is started by its triggers, not by hand");
  }
}

export function registerComponent<Name extends FunctionAppName>(
  app: FunctionsApp,
  component: Name,
  handlers: HandlersOf<Name>,
): void {
  const triggers: readonly Trigger[] = COMPONENTS[component].triggers;
  for (const trigger of triggers) registerTrigger(app, trigger, handlers);
}
