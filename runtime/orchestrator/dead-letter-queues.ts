/** Every dead-letter queue of the blueprint, with one for each registered worker. */
import type { Source } from "../bus/lock.ts";
import { forWorker, isWorkerId } from "../contract/blueprint/subscriptions.ts";
import type { Topic } from "../contract/blueprint/topic-shape.ts";

export type DeadLetterQueue = Source & { readonly queue: "dead-letter" };

export const deadLetterQueue = (topic: string, subscription: string): DeadLetterQueue => ({
  topic,
  subscription,
  queue: "dead-letter",
});

export const deadLetterQueues = (
  topics: Readonly<Record<string, Topic>>,
  workerIds: readonly string[],
): readonly DeadLetterQueue[] =>
  Object.values(topics).flatMap(({ name: topic, subscriptions }) =>
    Object.values(subscriptions).flatMap(({ name, perWorker }) =>
      perWorker
        ? workerIds.filter(isWorkerId).map((id) => deadLetterQueue(topic, forWorker(name, id)))
        : [deadLetterQueue(topic, name)],
    ),
  );
