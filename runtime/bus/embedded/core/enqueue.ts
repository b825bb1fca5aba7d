/** Messages reach their topic: every subscription whose filter takes one gets a copy of its own.
 *  If none does, the message is dropped, as Service Bus does, and counted. Messages that go the
 *  same way one after the other are one record. */
import { emit } from "./apply.ts";
import type { StoredMessage } from "./journal.ts";
import { copiesOf, routeOf } from "./route.ts";
import type { Route } from "./router.ts";
import type { State, TopicState } from "./state.ts";

/** Those of one call, on their way; `flush` must follow the last `put`. */
export type Arrivals = {
  readonly put: (message: StoredMessage) => void;
  readonly flush: () => void;
};

/** Only sessions promise an order. Elsewhere all of a call that go the same way go together. */
export function arrivals(state: State, topic: TopicState, seenUntil: number | null): Arrivals {
  const groups = new Map<Route, StoredMessage[]>();
  let route: Route | null = null;
  let ttlMs: number | null = null;
  let group: StoredMessage[] = [];
  const flush = (): void => {
    for (const [way, messages] of groups) {
      const first = topic.lastSequence + 1;
      const { name } = topic.settings;
      const { now: at } = state;
      const copies = copiesOf(state, topic, way, ttlMs);
      emit(state, { kind: "enqueued", topic: name, first, at, seenUntil, messages, copies });
    }
    groups.clear();
    route = null;
  };
  const put = (message: StoredMessage): void => {
    const next = routeOf(topic, message);
    if (next.length === 0) {
      leaveOut(state, topic, message, seenUntil);
      return;
    }
    if (message.ttlMs !== ttlMs) flush();
    ttlMs = message.ttlMs;
    if (next !== route) {
      if (route !== null && keepsOrder(topic)) flush();
      route = next;
      group = groups.get(next) ?? [];
      groups.set(next, group);
    }
    group.push(message);
  };
  return { put, flush };
}

const keepsOrder = ({ router }: TopicState): boolean => router?.keepsOrder !== false;

function leaveOut(
  state: State,
  topic: TopicState,
  { messageId }: StoredMessage,
  seenUntil: number | null,
): void {
  const sequence = topic.lastSequence + 1;
  const why = "no-filter-takes-it";
  emit(state, {
    kind: "left-out",
    topic: topic.settings.name,
    sequence,
    messageId,
    seenUntil,
    why,
  });
}

/** Its id was seen when it was put on the schedule. */
export function enqueueDue(state: State, topic: TopicState, message: StoredMessage): void {
  const { put, flush } = arrivals(state, topic, null);
  put(message);
  flush();
}
