/** The machine's clock: what time it is may be set by anybody at any moment, how long something
 *  takes is told by a time that only passes. So the present is read off the wall, and a wait is
 *  measured: neither an hour set back nor an hour set ahead makes it longer or shorter.
 *  Timers hold a wait of at most 24 days, so longer ones are taken in parts; and a timer may ring a
 *  little early, in which case it is set again. */
import type { Cancel, Clock } from "../clock.ts";

/** What a machine knows of time. */
export type MachineTime = {
  /** Since 1970, as the clock of the machine shows it. */
  readonly wallMs: () => number;
  /** Since some moment, at the same pace; nobody sets it. */
  readonly steadyMs: () => number;
  readonly ringIn: (ms: number, ring: () => void) => Cancel;
};

const TIMER_MS_MAX = 2 ** 31 - 1;

export const clockOf = ({ wallMs, steadyMs, ringIn }: MachineTime): Clock => ({
  now: () => new Date(wallMs()),
  at: (instant, callback) => {
    const dueMs = steadyMs() + Math.max(0, instant.getTime() - wallMs());
    const arm = (): Cancel => {
      const leftMs = Math.max(0, Math.ceil(dueMs - steadyMs()));
      return ringIn(Math.min(leftMs, TIMER_MS_MAX), ring);
    };
    const ring = (): void => {
      if (steadyMs() < dueMs) cancel = arm();
      else callback();
    };
    let cancel = arm();
    return () => cancel();
  },
});

const THIS_MACHINE: MachineTime = {
  wallMs: () => Date.now(),
  steadyMs: () => performance.now(),
  ringIn: (ms, ring) => {
    const timer = setTimeout(ring, ms);
    return () => clearTimeout(timer);
  },
};

export const systemClock: Clock = clockOf(THIS_MACHINE);
export const { steadyMs } = THIS_MACHINE;
