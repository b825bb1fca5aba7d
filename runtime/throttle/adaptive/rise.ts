/** How fast calls may begin while nobody objects, as a curve over the seconds of used rate. Pure.
 *  A rate that was learnt holds and then rises, slowly at first, so that one refused call shows
 *  where the limit is, then faster and faster, so that a limit that became a multiple is found.
 *  Before anything is known the rate doubles. */

export type Course = {
  /** Calls per second that are known, or first assumed, to be good. */
  readonly held: number;
  /** How long it holds before it rises. */
  readonly heldSec: number;
  /** Whether the service ever refused. */
  readonly learnt: boolean;
};

const UNKNOWN_DOUBLED_SEC = 3;
/** The rise begins with so much of the held rate; that excess doubles. */
const EXCESS = 0.025;
const EXCESS_DOUBLED_SEC = 1.8;
const RATE_MAX = 5_000;
const RATE_MIN = 0.05;

export const within = (rate: number): number => Math.min(RATE_MAX, Math.max(RATE_MIN, rate));

export function rateAfter({ held, heldSec, learnt }: Course, sec: number): number {
  if (!learnt) return within(held * 2 ** (Math.max(0, sec) / UNKNOWN_DOUBLED_SEC));
  if (sec <= heldSec) return held;
  return within(held * (1 + EXCESS * 2 ** ((sec - heldSec) / EXCESS_DOUBLED_SEC)));
}

/** The mean rate over the last seconds before `sec`; what was before the course began is taken to
 *  have been as at its beginning. */
export const meanRate = (course: Course, sec: number, overSec: number): number =>
  (callsUntil(course, sec) - callsUntil(course, sec - overSec)) / overSec;

function callsUntil({ held, heldSec, learnt }: Course, sec: number): number {
  if (!learnt) return sec <= 0 ? held * sec : held * doubling(sec, UNKNOWN_DOUBLED_SEC);
  if (sec <= heldSec) return held * sec;
  return held * (sec + EXCESS * doubling(sec - heldSec, EXCESS_DOUBLED_SEC));
}

/** The integral, from 0 on, of what is 1 there and doubles. */
const doubling = (sec: number, doubledSec: number): number =>
  (doubledSec / Math.LN2) * (2 ** (sec / doubledSec) - 1);
