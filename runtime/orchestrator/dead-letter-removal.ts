/** Takes one dead letter out of its queue. A queue hands out messages in its own order, so those
 *  before it are taken as well and given back; in a dead-letter queue that costs them nothing. */
import type { Bus } from "../bus/bus.ts";
import type { MessageLock } from "../bus/lock.ts";
import type { IncidentDraft } from "../store/incidents.ts";
import { deadLetterQueue } from "./dead-letter-queues.ts";

const TAKE_MAX = 1_000;

type Place = Pick<IncidentDraft, "topic" | "subscription" | "sequenceNumber">;

/** True when it is gone, also when it never was in a queue. False while it is there and cannot be
 *  had: somebody else holds it, or the bus is away. */
export async function removeDeadLetter(
  bus: Pick<Bus, "receive" | "settle" | "peek">,
  { topic, subscription, sequenceNumber }: Place,
): Promise<boolean> {
  const queue = deadLetterQueue(topic, subscription);
  const others: MessageLock[] = [];
  let own: MessageLock | null = null;
  while (own === null) {
    const taken = await bus.receive(queue, { max: TAKE_MAX, waitMs: 0 });
    if (!taken.ok || taken.value.length === 0) break;
    for (const { lock } of taken.value) {
      if (lock.sequenceNumber === sequenceNumber) own = lock;
      else others.push(lock);
    }
  }
  if (others.length > 0) await bus.settle(others.map((lock) => ({ kind: "abandon", lock })));
  if (own !== null) {
    const [settled] = await bus.settle([{ kind: "complete", lock: own }]);
    return settled?.ok === true;
  }
  const left = await bus.peek(queue, { from: sequenceNumber, max: 1 });
  if (!left.ok) return left.error.kind === "unknown-entity";
  return left.value[0]?.sequenceNumber !== sequenceNumber;
}
