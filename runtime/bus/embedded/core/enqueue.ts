/** Messages reach their topic: every subscription whose filter takes one gets a copy of its own.
 *  If none does, the message is dropped, as Service Bus does, and counted. Messages that go the
 *  same way one after the other are one record. */
import { emit } from "./apply.ts";
import type { StoredMessage } from "./journal.ts";
import { copiesOf, type Route, routeOf } from "./route.ts";
import type { State, TopicState } from "./state.ts";

/** Those of one call, on their way; `flush` must follow the last `put`. */
export type Arrivals = {
  readonly put: (message: StoredMessage) => void;
  readonly flush: () => void;
};

export function arrivals(state: State, topic: TopicState, seenUntil: number | null): Arrivals {
  let route: Route = [];
  let ttlMs: number | null = null;
  let messages: StoredMessage[] = [];
  const flush = (): void => {
    if (messages.length === 0) return;
    const copies = copiesOf(state, topic, route, ttlMs);
    const first = topic.lastSequence + 1;
    const { name } = topic.settings;
    const { now: at } = state;
    const group = messages;
    messages = [];
    emit(state, { kind: "enqueued", topic: name, first, at, seenUntil, messages: group, copies });
  };
  const put = (message: StoredMessage): void => {
    const next = routeOf(topic, message);
    if (next !== route || message.ttlMs !== ttlMs) flush();
    if (next.length === 0) {
      flush();
      leaveOut(state, topic, message, seenUntil);
      return;
    }
    route = next;
    ttlMs = message.ttlMs;
    messages.push(message);
  };
  return { put, flush };
}

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
