/** Time passes by the seconds in which a client waits between two calls; the time that an answer
 *  may take at most does not. */
import type { ManualClock } from "../../../runtime/time/manual/manual-clock.ts";

const PASSED_MS_MAX = 10_000;

export async function hurriedBy<Value>(
  clock: ManualClock,
  promise: Promise<Value>,
): Promise<Value> {
  let isOver = false;
  const over = promise.finally(() => {
    isOver = true;
  });
  over.catch(() => undefined);
  while (!isOver) {
    await new Promise((resolve) => setImmediate(resolve));
    const next = clock.next();
    const waitMs = (next?.getTime() ?? Infinity) - clock.now().getTime();
    if (waitMs <= PASSED_MS_MAX) clock.advance(waitMs);
  }
  return over;
}
