/** A clock that stands still until it is told to move: for tests and rehearsals.
 *  While it moves, each callback sees exactly the instant it asked for, also one that asks for
 *  another callback on the way. */
import type { Clock } from "../clock.ts";

export type ManualClock = Clock & {
  readonly advance: (ms: number) => void;
  /** The instant of the next callback; null when nobody waits. */
  readonly next: () => Date | null;
};

type Waiting = { readonly at: number; readonly callback: () => void };

export function manualClock(start: Date): ManualClock {
  let now = start.getTime();
  let waiting: readonly Waiting[] = [];

  const earliest = (): Waiting | undefined => waiting[0];
  const drop = (entry: Waiting): void => {
    waiting = waiting.filter((other) => other !== entry);
  };

  return {
    now: () => new Date(now),
    at: (instant, callback) => {
      const entry = { at: instant.getTime(), callback };
      const place = waiting.findIndex((other) => other.at > entry.at);
      waiting = waiting.toSpliced(place === -1 ? waiting.length : place, 0, entry);
      return () => drop(entry);
    },
    advance: (ms) => {
      const end = now + ms;
      for (let due = earliest(); due !== undefined && due.at <= end; due = earliest()) {
        drop(due);
        now = Math.max(now, due.at);
        due.callback();
      }
      now = end;
    },
    next: () => {
      const entry = earliest();
      return entry === undefined ? null : new Date(entry.at);
    },
  };
}
