/** Finding queues by name, and which copies of a queue are ready for whom. Entity names are told
 *  apart without regard to case, as Service Bus does. */
import { copyMap } from "./copy-map.ts";
import type { SubscriptionSettings } from "./entity.ts";
import type { QueueRef } from "./journal.ts";
import { line } from "./line.ts";
import { listReady, readyList, unlistReady } from "./ready-list.ts";
import { sequenceList } from "./sequence-list.ts";
import { refreshFree } from "./session-list.ts";
import type { Copy, Queue, State, TopicState } from "./state.ts";
import { wakeForQueue, wakeForSession, wakeForSessions } from "./wake.ts";

export const findTopic = (state: State, name: string): TopicState | undefined =>
  state.topics.get(name) ?? state.topics.get(name.toLowerCase());

export function findQueue(state: State, ref: QueueRef): Queue | undefined {
  const subscriptions = findTopic(state, ref.topic)?.subscriptions;
  const found =
    subscriptions?.get(ref.subscription) ?? subscriptions?.get(ref.subscription.toLowerCase());
  return ref.dead ? found?.dead : found?.active;
}

export function makeQueue(topic: TopicState, settings: SubscriptionSettings, dead: boolean): Queue {
  const ref = { topic: topic.settings.name, subscription: settings.name, dead };
  return {
    ref,
    place: wakeForQueue(ref),
    topic,
    settings,
    all: copyMap(),
    ready: readyList(),
    expiries: line(),
    expiryTimer: null,
    // The dead letters of a session subscription are read one by one.
    sessions: settings.requiresSession && !dead ? new Map() : null,
    free: sequenceList((session) => session.freeAt ?? 0),
    locked: 0,
  };
}

export function putReady(state: State, queue: Queue, copy: Copy): void {
  const { session } = copy;
  if (session === null) {
    listReady(queue.ready, copy);
    state.woken.add(queue.place);
    return;
  }
  listReady(session.ready, copy);
  refreshFree(queue, session);
  const { ref } = queue;
  state.woken.add(session.lease ? wakeForSession(ref, session.id) : wakeForSessions(ref));
}

export function dropReady(queue: Queue, copy: Copy): void {
  const { session } = copy;
  unlistReady(session?.ready ?? queue.ready, copy);
  if (session !== null) refreshFree(queue, session);
}
