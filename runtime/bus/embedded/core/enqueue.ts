/** A message reaches its topic: every subscription whose filter takes it gets a copy of its own.
 *  If none does, the message is dropped, as Service Bus does, and counted. */
import { emit } from "./apply.ts";
import type { SubscriptionSettings } from "./entity.ts";
import type { DeadLetter, NewCopy, StoredMessage } from "./journal.ts";
import { judgeAll } from "./rule.ts";
import type { State, TopicState } from "./state.ts";

const WITHOUT_SESSION: DeadLetter = {
  reason: "Session ID is null",
  description: "The subscription delivers by session, and the message names none.",
};

export function enqueue(state: State, topic: TopicState, message: StoredMessage): void {
  const copies: NewCopy[] = [];
  for (const { active, rules } of topic.subscriptions.values()) {
    const { takes, fault } = judgeAll(rules, message);
    const copy = takes
      ? copyFor(state, topic, active.settings, message)
      : copyOfFault(active.settings, fault);
    if (copy !== null) copies.push(copy);
  }
  const { name } = topic.settings;
  const sequence = topic.lastSequence + 1;
  if (copies.length === 0)
    emit(state, { kind: "left-out", topic: name, sequence, why: "no-filter-takes-it" });
  else emit(state, { kind: "enqueued", topic: name, sequence, at: state.now, message, copies });
}

/** A filter that failed on the message has not said that it does not want it. */
function copyOfFault(settings: SubscriptionSettings, fault: string | null): NewCopy | null {
  if (fault === null || !settings.deadLetterOnFilterError) return null;
  const dead = { reason: "FilterEvaluationException", description: fault };
  return { subscription: settings.name, expiresAt: null, dead };
}

function copyFor(
  state: State,
  topic: TopicState,
  settings: SubscriptionSettings,
  message: StoredMessage,
): NewCopy {
  const subscription = settings.name;
  if (settings.requiresSession && message.sessionId === null) {
    return { subscription, expiresAt: null, dead: WITHOUT_SESSION };
  }
  const ttlMs = shortest(message.ttlMs, topic.settings.ttlMs, settings.ttlMs);
  return { subscription, expiresAt: ttlMs === null ? null : state.now + ttlMs, dead: null };
}

/** What an entity is set to is a ceiling for what a message asks. */
function shortest(...spans: readonly (number | null)[]): number | null {
  const least = spans.reduce<number>((a, b) => Math.min(a, b ?? Infinity), Infinity);
  return least === Infinity ? null : least;
}
