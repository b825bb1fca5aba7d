/** The clock of a machine whose clock is set: what time it shows jumps, the time that passes does
 *  not, just as when somebody sets the clock of a real machine. It may also be fast: then a
 *  minute's lock runs out in a second or two, and a process can really sleep through it. What
 *  waits by it is the product's own clock. */
import type { Clock } from "../../runtime/time/clock.ts";
import { clockOf } from "../../runtime/time/system/system-clock.ts";

export type ShiftedClock = Clock & { readonly jump: (ms: number) => void };

export function shiftedClock(startMs: number, speed: number): ShiftedClock {
  const began = Date.now();
  const beganSteady = performance.now();
  let shiftMs = startMs;
  const steadyMs = (): number => (performance.now() - beganSteady) * speed;
  const clock = clockOf({
    steadyMs,
    wallMs: () => began + steadyMs() + shiftMs,
    ringIn: (ms, ring) => {
      const timer = setTimeout(ring, Math.ceil(ms / speed));
      return () => clearTimeout(timer);
    },
  });
  return {
    ...clock,
    jump: (ms) => {
      shiftMs += ms;
    },
  };
}
