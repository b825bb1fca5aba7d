/** What a record names must be there. */
import { findCopy } from "./copy-map.ts";
import type { QueueRef } from "./journal.ts";
import { findQueue, findTopic } from "./queue.ts";
import type { Copy, Queue, State, TopicState } from "./state.ts";

export function topicNamed(state: State, name: string): TopicState {
  const topic = findTopic(state, name);
  if (topic === undefined) throw new Error(`the journal names a topic ${name} that is not there`);
  return topic;
}

export function queueAt(state: State, ref: QueueRef): Queue {
  const queue = findQueue(state, ref);
  if (queue !== undefined) return queue;
  throw new Error(`the journal names ${ref.topic}/${ref.subscription}, which is not there`);
}

/** Nothing where a checkpoint has yet to tell of it: what it will tell is later than the record. */
export function copyAt(state: State, queue: Queue, sequence: number): Copy | undefined {
  const copy = findCopy(queue.all, sequence);
  if (copy !== undefined || state.isPatchy) return copy;
  const { topic, subscription } = queue.ref;
  throw new Error(`the journal names ${topic}/${subscription}/${sequence}, which is not there`);
}
