/** The product's clock on a machine whose time passes by hand. */
import { manualClock } from "../../../runtime/time/manual/manual-clock.ts";
import { clockOf } from "../../../runtime/time/system/system-clock.ts";

/** Its clock can be set, and its timers may ring early; as on a real one, none rings at once. */
export function machineAt(start: Date, earlyMs = 0) {
  const steady = manualClock(new Date(0));
  let setMs = start.getTime();
  const steadyMs = (): number => steady.now().getTime();
  const clock = clockOf({
    steadyMs,
    wallMs: () => steadyMs() + setMs,
    ringIn: (ms, ring) =>
      steady.at(new Date(steadyMs() + Math.max(1, ms > earlyMs ? ms - earlyMs : ms)), ring),
  });
  const set = (ms: number): void => {
    setMs += ms;
  };
  return { clock, set, pass: steady.advance, isIdle: () => steady.next() === null };
}
