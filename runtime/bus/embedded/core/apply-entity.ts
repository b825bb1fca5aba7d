/** Topics and subscriptions appear, change their settings, and go. */
import { removeCopy } from "./copy.ts";
import { copiesFrom } from "./copy-map.ts";
import type { SubscriptionSettings } from "./entity.ts";
import { topicNamed } from "./fitting.ts";
import type { JournalRecord } from "./journal.ts";
import { endLease } from "./lease.ts";
import { makeQueue } from "./queue.ts";
import { compileRule } from "./rule.ts";
import { seenIds } from "./seen-ids.ts";
import type { Queue, State, TopicState } from "./state.ts";

type EntityRecord = Extract<JournalRecord, { kind: "topic" | "subscription" }>;
type RemovedRecord = Extract<JournalRecord, { kind: "subscription-removed" }>;

export function applyEntity(state: State, record: EntityRecord): void {
  if (record.kind === "subscription") {
    putSubscription(topicNamed(state, record.topic), record.settings);
    return;
  }
  const { settings } = record;
  const known = state.topics.get(settings.name.toLowerCase());
  if (known !== undefined) known.settings = settings;
  else
    state.topics.set(settings.name.toLowerCase(), {
      settings,
      subscriptions: new Map(),
      lastSequence: 0,
      scheduled: new Map(),
      seen: seenIds(),
      router: null,
      bytes: 0,
      dropped: 0,
      duplicates: 0,
    });
}

function putSubscription(topic: TopicState, settings: SubscriptionSettings): void {
  const rules = settings.filters.map((filter) => {
    const rule = compileRule(filter);
    if (!rule.ok) throw new Error(`the journal holds a filter nobody can read: ${settings.name}`);
    return rule.value;
  });
  topic.router = null;
  const known = topic.subscriptions.get(settings.name.toLowerCase());
  if (known === undefined) {
    const active = makeQueue(topic, settings, false);
    const dead = makeQueue(topic, settings, true);
    topic.subscriptions.set(settings.name.toLowerCase(), { active, dead, rules });
    return;
  }
  known.active.settings = settings;
  known.dead.settings = settings;
  known.rules = rules;
}

/** Its messages and dead letters go with it. */
export function removeSubscription(state: State, record: RemovedRecord): void {
  const topic = topicNamed(state, record.topic);
  const found = topic.subscriptions.get(record.subscription.toLowerCase());
  if (found === undefined) throw new Error(`the journal removes ${record.subscription} twice`);
  topic.router = null;
  empty(state, found.active);
  empty(state, found.dead);
  topic.subscriptions.delete(record.subscription.toLowerCase());
}

function empty(state: State, queue: Queue): void {
  for (const copy of [...copiesFrom(queue.all, 0)]) removeCopy(state, queue, copy);
  for (const { lease } of queue.sessions?.values() ?? []) if (lease) endLease(state, lease);
}
