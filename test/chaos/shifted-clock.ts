/** The machine's clock as a host sees it whose clock is set: what time it is jumps, timers that are
 *  running do not, just as when somebody sets the clock of a real machine. It may also be fast:
 *  then a minute's lock runs out in a second or two, and a process can really sleep through it. */
import type { Clock } from "../../runtime/time/clock.ts";

export type ShiftedClock = Clock & { readonly jump: (ms: number) => void };

export function shiftedClock(startMs: number, speed: number): ShiftedClock {
  const began = Date.now();
  let shiftMs = startMs;
  const nowMs = (): number => began + (Date.now() - began) * speed + shiftMs;
  return {
    jump: (ms) => {
      shiftMs += ms;
    },
    now: () => new Date(nowMs()),
    at: (instant, callback) => {
      const leftMs = (): number => Math.ceil((instant.getTime() - nowMs()) / speed);
      const arm = (): NodeJS.Timeout => setTimeout(ring, Math.max(0, leftMs()));
      const ring = (): void => {
        if (nowMs() < instant.getTime()) timer = arm();
        else callback();
      };
      let timer = arm();
      return () => clearTimeout(timer);
    },
  };
}
