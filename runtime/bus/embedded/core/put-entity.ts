/** Setting up topics and subscriptions, within the bounds Service Bus sets. Putting one that is
 *  there changes its settings and keeps its messages; a lock already given keeps its end. */
import { fail, ok, type Result } from "../../../contract/result.ts";
import { emit } from "./apply.ts";
import type { Entity, SubscriptionSettings, TopicSettings } from "./entity.ts";
import { findTopic } from "./queue.ts";
import { compileRule } from "./rule.ts";
import type { State, TopicState } from "./state.ts";

export type EntityFailure =
  | { readonly kind: "invalid-settings"; readonly entity: string; readonly detail: string }
  /** `at` is the character of the filter at which reading failed. */
  | {
      readonly kind: "invalid-filter";
      readonly entity: string;
      readonly detail: string;
      readonly at: number;
    };

const SECOND_MS = 1_000;
const TOPIC_NAME = /^[A-Za-z0-9](?:[A-Za-z0-9._/-]{0,258}[A-Za-z0-9_])?$/;
const SUBSCRIPTION_NAME = /^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,48}[A-Za-z0-9_])?$/;
const LOCK_MS_MAX = 300 * SECOND_MS;
const WINDOW_MS = { min: 20 * SECOND_MS, max: 7 * 86_400 * SECOND_MS };
const DELIVERIES_MAX = 2_000;
const SUBSCRIPTIONS_MAX = 2_000;

/** Checks everything first: either all of it is set up, or nothing is. */
export function putEntities(
  state: State,
  entities: readonly Entity[],
): Result<number, EntityFailure> {
  const problem = entities.flatMap((entity) => problemsWith(state, entity))[0];
  if (problem !== undefined) return fail(problem);
  for (const { topic, subscriptions } of entities) {
    emit(state, { kind: "topic", settings: topic });
    for (const settings of subscriptions)
      emit(state, { kind: "subscription", topic: topic.name, settings });
  }
  return ok(entities.length);
}

/** Takes its messages and dead letters along. False when there was none. */
export function removeSubscription(
  state: State,
  { topic, subscription }: { readonly topic: string; readonly subscription: string },
): boolean {
  const found = findTopic(state, topic)?.subscriptions.get(subscription.toLowerCase());
  if (found === undefined) return false;
  emit(state, { kind: "subscription-removed", topic, subscription });
  return true;
}

function problemsWith(state: State, { topic, subscriptions }: Entity): readonly EntityFailure[] {
  const known = findTopic(state, topic.name);
  const invalid = (entity: string, detail: string): EntityFailure => ({
    kind: "invalid-settings",
    entity,
    detail,
  });
  const ofTopic = topicProblem(topic);
  return [
    ...(ofTopic === null ? [] : [invalid(topic.name, ofTopic)]),
    ...(subscriptions.length > SUBSCRIPTIONS_MAX
      ? [invalid(topic.name, `a topic has at most ${SUBSCRIPTIONS_MAX} subscriptions`)]
      : []),
    ...subscriptions.flatMap((settings) => {
      const entity = `${topic.name}/${settings.name}`;
      const detail = subscriptionProblem(settings, known);
      return [...(detail === null ? [] : [invalid(entity, detail)]), ...filters(entity, settings)];
    }),
  ];
}

function topicProblem({ name, duplicateWindowMs: window }: TopicSettings): string | null {
  if (!TOPIC_NAME.test(name)) return "the name of a topic has 1 to 260 letters, digits, . _ - /";
  const inBounds = window === 0 || (window >= WINDOW_MS.min && window <= WINDOW_MS.max);
  return inBounds ? null : "a duplicate window lasts 20 seconds to 7 days";
}

function subscriptionProblem(
  { name, lockMs, maxDeliveryCount, requiresSession }: SubscriptionSettings,
  topic: TopicState | undefined,
): string | null {
  if (!SUBSCRIPTION_NAME.test(name))
    return "the name of a subscription has 1 to 50 letters, digits, . _ -";
  if (!(lockMs > 0 && lockMs <= LOCK_MS_MAX)) return "a lock lasts up to 5 minutes";
  if (!(maxDeliveryCount >= 1 && maxDeliveryCount <= DELIVERIES_MAX))
    return `a message is delivered 1 to ${DELIVERIES_MAX} times`;
  const known = topic?.subscriptions.get(name.toLowerCase())?.active.settings;
  return known !== undefined && known.requiresSession !== requiresSession
    ? "sessions are chosen when a subscription is created"
    : null;
}

const filters = (entity: string, settings: SubscriptionSettings): readonly EntityFailure[] =>
  settings.filters.flatMap((filter) => {
    const rule = compileRule(filter);
    return rule.ok ? [] : [{ kind: "invalid-filter" as const, entity, ...rule.error }];
  });
