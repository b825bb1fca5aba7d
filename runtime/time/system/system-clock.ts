/** The machine's clock. Its timers hold a wait of at most 24 days, so longer ones are taken in
 *  parts; and a timer may ring a little early, in which case it is set again. */
import type { Clock } from "../clock.ts";

const TIMER_MS_MAX = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => new Date(Date.now()),
  at: (instant, callback) => {
    const arm = (): NodeJS.Timeout => {
      const wait = Math.max(0, instant.getTime() - Date.now());
      return setTimeout(ring, Math.min(wait, TIMER_MS_MAX));
    };
    const ring = (): void => {
      if (Date.now() < instant.getTime()) timer = arm();
      else callback();
    };
    let timer = arm();
    return () => clearTimeout(timer);
  },
};
