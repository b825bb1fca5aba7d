/** What a record names must be there. */
import type { QueueRef } from "./journal.ts";
import { findQueue, findTopic } from "./queue.ts";
import { find } from "./sequence-list.ts";
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

export function copyAt(queue: Queue, sequence: number): Copy {
  const copy = find(queue.all, sequence);
  if (copy !== undefined) return copy;
  const { topic, subscription } = queue.ref;
  throw new Error(`the journal names ${topic}/${subscription}/${sequence}, which is not there`);
}
