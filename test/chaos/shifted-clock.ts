/** The machine's clock as a host sees it whose clock is set: what time it is jumps, timers that are
 *  running do not, just as when somebody sets the clock of a real machine. */
import type { Clock } from "../../runtime/time/clock.ts";

export type ShiftedClock = Clock & { readonly jump: (ms: number) => void };

export function shiftedClock(startMs: number): ShiftedClock {
  let shiftMs = startMs;
  const nowMs = (): number => Date.now() + shiftMs;
  return {
    jump: (ms) => {
      shiftMs += ms;
    },
    now: () => new Date(nowMs()),
    at: (instant, callback) => {
      const arm = (): NodeJS.Timeout => setTimeout(ring, Math.max(0, instant.getTime() - nowMs()));
      const ring = (): void => {
        if (nowMs() < instant.getTime()) timer = arm();
        else callback();
      };
      let timer = arm();
      return () => clearTimeout(timer);
    },
  };
}
