/** Which subscriptions take a message. Filters see only properties, and messages of a kind have
 *  the same ones where filters look, so the ways already found are kept by what filters saw. */
import type { Properties } from "../../../contract/messages/properties.ts";
import type { DeadLetter, NewCopy, StoredMessage } from "./journal.ts";
import type { Route, Router, Target } from "./router.ts";
import { judgeAll, namesRead } from "./rule.ts";
import type { State, TopicState } from "./state.ts";

type SubscriptionState = NonNullable<ReturnType<TopicState["subscriptions"]["get"]>>;

const ROUTES_MAX = 1_000;

const WITHOUT_SESSION: DeadLetter = {
  reason: "Session ID is null",
  description: "The subscription delivers by session, and the message names none.",
};

export function routeOf(topic: TopicState, message: StoredMessage): Route {
  topic.router ??= makeRouter(topic);
  const { names, routes } = topic.router;
  if (names === null) return judge(topic, message);
  const { last } = topic.router;
  const hasSession = message.sessionId !== null;
  if (last?.properties === message.properties && last.hasSession === hasSession) return last.route;
  const key = keyOf(topic.router, names, message);
  const route = routes.get(key) ?? judge(topic, message);
  if (routes.size >= ROUTES_MAX) routes.clear();
  routes.set(key, route);
  topic.router.last = { properties: message.properties, hasSession, route };
  return route;
}

function makeRouter(topic: TopicState): Router {
  const subscriptions = [...topic.subscriptions.values()];
  const filters = subscriptions.flatMap(({ active }) => active.settings.filters);
  const read = filters.map(namesRead);
  const isKnown = read.every((names) => names !== null);
  const names = isKnown ? new Set(read.flatMap((each) => each ?? [])) : null;
  const hasSessions = subscriptions.some(({ active }) => active.settings.requiresSession);
  const keepsOrder = names === null || hasSessions;
  return { names, keepsOrder, isRead: new Map(), routes: new Map(), last: null };
}

/** Filters may name a property in any case, so what is compared is what the message has. */
function keyOf(
  { isRead }: Router,
  names: ReadonlySet<string>,
  { properties, sessionId }: StoredMessage,
): string {
  let key = sessionId === null ? "-" : "+";
  for (const name in properties) {
    let read = isRead.get(name);
    if (read === undefined) {
      if (isRead.size >= ROUTES_MAX) isRead.clear();
      read = names.has(name.toLowerCase());
      isRead.set(name, read);
    }
    if (read) key += wordOf(name, properties);
  }
  return key;
}

function wordOf(name: string, properties: Properties): string {
  const value = properties[name];
  const text = String(value);
  return `${name.length}:${name}${typeof value}${text.length}:${text}`;
}

function judge(topic: TopicState, message: StoredMessage): Route {
  const route: Target[] = [];
  for (const subscription of topic.subscriptions.values()) {
    const target = targetOf(subscription, message);
    if (target !== null) route.push(target);
  }
  return route;
}

/** A filter that failed on the message has not said that it does not want it. */
function targetOf({ active, rules }: SubscriptionState, message: StoredMessage): Target | null {
  const { settings } = active;
  const { takes, fault } = judgeAll(rules, message);
  if (takes)
    return {
      settings,
      dead: settings.requiresSession && message.sessionId === null ? WITHOUT_SESSION : null,
    };
  if (fault === null || !settings.deadLetterOnFilterError) return null;
  return { settings, dead: { reason: "FilterEvaluationException", description: fault } };
}

export const copiesOf = (
  state: State,
  topic: TopicState,
  route: Route,
  ttlMs: number | null,
): readonly NewCopy[] =>
  route.map(({ settings, dead }) => {
    const leastMs = dead === null ? shortest(ttlMs, topic.settings.ttlMs, settings.ttlMs) : null;
    const expiresAt = leastMs === null ? null : state.now + leastMs;
    return { subscription: settings.name, expiresAt, dead };
  });

/** What an entity is set to is a ceiling for what a message asks. */
function shortest(...spans: readonly (number | null)[]): number | null {
  const least = spans.reduce<number>((a, b) => Math.min(a, b ?? Infinity), Infinity);
  return least === Infinity ? null : least;
}
