/** Waiting that can be cut short: by a signal that ends it, or by somebody who rings.
 *  Whoever waits goes by the clock it was given, so a rehearsal waits no longer than it must. */
import type { Clock } from "./clock.ts";

const FIRST_PAUSE_MS = 500;
const PAUSE_MS_MAX = 30_000;

/** Longer with every failure in a row. */
export const pauseMs = (failures: number): number =>
  Math.min(PAUSE_MS_MAX, FIRST_PAUSE_MS * 2 ** (failures - 1));

/** Ends early when the signal does. */
export const pause = (clock: Clock, ms: number, signal: AbortSignal): Promise<void> =>
  doorbell(clock).wait(ms, signal);

/** What comes of a promise, or null when the signal came first: what comes later is nobody's. */
export const unlessEnded = <Value>(
  promise: Promise<Value>,
  signal: AbortSignal,
): Promise<Value | null> =>
  new Promise((resolve, reject) => {
    const end = (): void => resolve(null);
    if (signal.aborted) end();
    signal.addEventListener("abort", end);
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", end));
  });

export type Doorbell = {
  /** Ends the wait under way, or the next one before it begins. */
  readonly ring: () => void;
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
};

/** For one waiter: a ring while nobody waits is kept, and several are one. */
export function doorbell(clock: Clock): Doorbell {
  let rung = false;
  let open: (() => void) | null = null;
  return {
    ring: () => {
      if (open === null) rung = true;
      else open();
    },
    wait: (ms, signal) =>
      new Promise((resolve) => {
        if (rung || signal.aborted) {
          rung = false;
          resolve();
          return;
        }
        const end = (): void => {
          open = null;
          cancel();
          signal.removeEventListener("abort", end);
          resolve();
        };
        const cancel = clock.at(new Date(clock.now().getTime() + ms), end);
        open = end;
        signal.addEventListener("abort", end);
      }),
  };
}
