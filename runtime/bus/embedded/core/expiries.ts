/** When copies of a queue run out. A queue's time to live is the same for all, so they run out in
 *  the order in which they came: a line with one timer for its front. A copy that runs out before
 *  one that came earlier has a timer of its own. */
import { backOf, frontOf, passOver } from "./line.ts";
import type { Copy, Queue, State } from "./state.ts";
import { addTimer, cancelTimer } from "./timers.ts";

export function watchExpiry(state: State, queue: Queue, copy: Copy): void {
  const { expiresAt } = copy;
  if (expiresAt === null) return;
  const last = backOf(queue.expiries);
  if (last !== undefined && (last.expiresAt ?? 0) > expiresAt) {
    copy.expiry = addTimer(state.timers, expiresAt, { kind: "expiry", queue, copy });
    return;
  }
  queue.expiries.items.push(copy);
  queue.expiryTimer ??= addTimer(state.timers, expiresAt, { kind: "expiries", queue });
}

/** The copy is gone. */
export function forgetExpiry(state: State, queue: Queue, copy: Copy): void {
  if (copy.expiry !== null) cancelTimer(state.timers, copy.expiry);
  if (frontOf(queue.expiries) !== copy) return;
  passOver(queue.expiries, isThere);
  if (queue.expiries.items.length > 0 || queue.expiryTimer === null) return;
  cancelTimer(state.timers, queue.expiryTimer);
  queue.expiryTimer = null;
}

const isThere = ({ gone }: Copy): boolean => !gone;

/** Those that have run out by now, taken off the line; the timer is set for the next. */
export function takeExpired(state: State, queue: Queue): readonly Copy[] {
  const expired: Copy[] = [];
  for (;;) {
    passOver(queue.expiries, isThere);
    const copy = frontOf(queue.expiries);
    const at = copy?.expiresAt ?? null;
    if (copy === undefined || at === null) break;
    if (at > state.now) {
      queue.expiryTimer = addTimer(state.timers, at, { kind: "expiries", queue });
      return expired;
    }
    queue.expiries.head += 1;
    expired.push(copy);
  }
  queue.expiryTimer = null;
  return expired;
}
