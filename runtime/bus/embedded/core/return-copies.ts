/** What becomes of copies whose lock ended without a settlement, or that nobody took in time.
 *  Delivered as often as allowed, or expired while it was locked: a dead letter. Otherwise it
 *  goes back to its place, which is near the front. */
import { emit } from "./apply.ts";
import { isDue } from "./copy.ts";
import type { DeadLetter } from "./journal.ts";
import { rangesOf } from "./ranges.ts";
import type { Copy, Queue, State } from "./state.ts";

const EXPIRED: DeadLetter = {
  reason: "TTLExpiredException",
  description: "The message expired and was dead lettered.",
};

const exhausted = (maxDeliveryCount: number): DeadLetter => ({
  reason: "MaxDeliveryCountExceeded",
  description: `Message could not be consumed after ${maxDeliveryCount} delivery attempts.`,
});

export function returnCopies(
  state: State,
  queue: Queue,
  copies: readonly Copy[],
  suspect: boolean,
): void {
  const returned: number[] = [];
  const spent: number[] = [];
  const expired: Copy[] = [];
  for (const copy of copies) {
    if (!queue.ref.dead && copy.deliveries >= queue.settings.maxDeliveryCount) {
      spent.push(copy.sequence);
    } else if (!copy.deferred && isDue(copy, state.now)) expired.push(copy);
    else returned.push(copy.sequence);
  }
  const { ref } = queue;
  const why = exhausted(queue.settings.maxDeliveryCount);
  if (spent.length > 0)
    emit(state, { kind: "dead-lettered", queue: ref, ranges: rangesOf(spent), why });
  if (expired.length > 0) expireAll(state, queue, expired);
  if (returned.length > 0)
    emit(state, { kind: "returned", queue: ref, ranges: rangesOf(returned), suspect });
}

export function expireAll(state: State, queue: Queue, copies: readonly Copy[]): void {
  const ranges = rangesOf(copies.map(({ sequence }) => sequence));
  const expired = { queue: queue.ref, ranges };
  if (!queue.settings.deadLetterOnExpiration) emit(state, { kind: "removed", ...expired });
  else emit(state, { kind: "dead-lettered", ...expired, why: EXPIRED });
}
