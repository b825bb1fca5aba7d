/** When copies of a queue run out. A queue's time to live is the same for all, so they run out in
 *  the order in which they came: a line with one timer for its front. A copy that runs out before
 *  one that came earlier has a timer of its own. */
import type { Copy, Queue, State } from "./state.ts";
import { addTimer, cancelTimer } from "./timers.ts";

export type Expiries = { line: Copy[]; head: number };

const HEAD_MAX = 1_024;

export const expiries = (): Expiries => ({ line: [], head: 0 });

export function watchExpiry(state: State, queue: Queue, copy: Copy): void {
  const { expiresAt } = copy;
  if (expiresAt === null) return;
  const { line, head } = queue.expiries;
  const last = line.length > head ? line[line.length - 1] : undefined;
  if (last !== undefined && (last.expiresAt ?? 0) > expiresAt) {
    copy.expiry = addTimer(state.timers, expiresAt, { kind: "expiry", queue, copy });
    return;
  }
  line.push(copy);
  queue.expiryTimer ??= addTimer(state.timers, expiresAt, { kind: "expiries", queue });
}

/** The copy is gone. Its place is passed over when it comes to the front. */
export function forgetExpiry(state: State, queue: Queue, copy: Copy): void {
  if (copy.expiry !== null) cancelTimer(state.timers, copy.expiry);
  if (queue.expiries.line[queue.expiries.head] !== copy) return;
  passOver(queue);
  if (queue.expiries.line.length > 0 || queue.expiryTimer === null) return;
  cancelTimer(state.timers, queue.expiryTimer);
  queue.expiryTimer = null;
}

/** Those that have run out by now, taken off the line; the timer is set for the next. */
export function takeExpired(state: State, queue: Queue): readonly Copy[] {
  const expired: Copy[] = [];
  for (;;) {
    passOver(queue);
    const copy = queue.expiries.line[queue.expiries.head];
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

function passOver({ expiries }: Queue): void {
  const { line } = expiries;
  while (expiries.head < line.length && line[expiries.head]?.gone === true) expiries.head += 1;
  if (expiries.head === line.length) {
    if (expiries.head > 0) expiries.line = [];
    expiries.head = 0;
  } else if (expiries.head > HEAD_MAX && expiries.head * 2 > line.length) {
    expiries.line = line.slice(expiries.head);
    expiries.head = 0;
  }
}
