/** When a budget's calls may begin, from what the service answers. Pure: a state, what happened
 *  and when give the next state; what rate to hold is `learn-rate.ts`.
 *  P1. No call begins before the instant the service told, but for one now and then: a pause
 *      ends after its longest time, and a single call asks whether it still holds (P4).
 *  P2. In any span no more calls begin than the rate over it and one burst.
 *  P3. Only calls that had to wait raise the rate: one that is not used up is not known to hold.
 *  P4. After a pause that nobody told, that was cut, or a second one in a row, one call goes
 *      alone, until it is answered or a second has passed. */
import { firstRate, type Rate, rateRefused } from "./learn-rate.ts";
import { rateAfter } from "./rise.ts";

export type Pace = {
  readonly rate: Rate;
  /** Counts pauses: a call that began before the last one says nothing new by being refused. */
  readonly turn: number;
  /** Seconds of used rate since the last pause; what others had to wait for makes it rise. */
  readonly usedSec: number;
  readonly risenSec: number;
  readonly answered: number;
  /** Refusals without an answer in between. */
  readonly refusals: number;
  /** The next call goes alone. */
  readonly first: boolean;
  /** The last call went alone, and is not answered yet. */
  readonly alone: boolean;
  readonly nextMs: number;
  readonly pausedUntilMs: number;
};

/** Without knowledge: a little at first. */
const FIRST_PER_SEC = 10;
/** Fewer answers than this tell no rate. */
const FEW = 5;
/** Timers ring late: so much may be caught up at once. */
const BURST_MS = 100;
const ALONE_MS = 1_000;
const PAUSE_MS_MIN = 1_000;
const PAUSE_MS_MAX = 60_000;
/** One wrong header must not stop a tenant for a day. */
const TOLD_MS_MAX = 10 * 60_000;

export const newPace = (known: {
  readonly callsPerSec: number | null;
  readonly pausedUntilMs: number;
  readonly refusals: number;
}): Pace => ({
  rate: firstRate(known.callsPerSec ?? FIRST_PER_SEC, known.callsPerSec !== null),
  turn: 0,
  usedSec: 0,
  risenSec: 0,
  answered: 0,
  refusals: known.refusals,
  first: known.refusals > 0,
  alone: false,
  nextMs: known.pausedUntilMs,
  pausedUntilMs: known.pausedUntilMs,
});

/** When the next call may begin. */
export const readyMs = (pace: Pace): number => Math.max(pace.nextMs, pace.pausedUntilMs);

/** A call, or several in one, begins. */
export function began(pace: Pace, calls: number, nowMs: number, hadToWait: boolean): Pace {
  const tookSec = calls / rateAfter(pace.rate, pace.risenSec);
  // What a pause held back is not caught up: windows that slide would refuse it.
  const from = Math.max(readyMs(pace), nowMs - BURST_MS);
  return {
    ...pace,
    usedSec: pace.usedSec + tookSec,
    risenSec: pace.risenSec + (hadToWait ? tookSec : 0),
    nextMs: pace.first ? nowMs + Math.max(ALONE_MS, tookSec * 1_000) : from + tookSec * 1_000,
    first: false,
    alone: pace.first,
  };
}

export function answered(pace: Pace, calls: number, turn: number, nowMs: number): Pace {
  if (turn !== pace.turn) return pace;
  const nextMs = pace.alone ? Math.min(pace.nextMs, nowMs) : pace.nextMs;
  return { ...pace, nextMs, alone: false, refusals: 0, answered: pace.answered + calls };
}

export type Refusal = {
  /** How the pace was when the refused call began. */
  readonly from: Pick<Pace, "turn" | "usedSec" | "risenSec">;
  /** What the service told, if anything. */
  readonly retryAfterMs: number | null;
  /** From 0 to 1: how long we pause when it told nothing, so that not all come back together. */
  readonly chance: number;
};

export function refused(pace: Pace, refusal: Refusal, nowMs: number): Pace {
  const { from, retryAfterMs } = refusal;
  const told = retryAfterMs !== null;
  const pausedUntilMs = Math.max(pace.pausedUntilMs, nowMs + pauseMs(pace, refusal));
  // The service's word counts, our guess does not: that pause is already being made.
  if (from.turn !== pace.turn) return told ? { ...pace, pausedUntilMs } : pace;
  const pausedSec = (pausedUntilMs - nowMs) / 1_000;
  const paused = {
    ...pace,
    turn: pace.turn + 1,
    refusals: pace.refusals + 1,
    pausedUntilMs,
    nextMs: pausedUntilMs,
    first: !told || retryAfterMs > TOLD_MS_MAX || pace.refusals > 0,
    alone: false,
  };
  // Too little to measure by: it goes on measuring over the pause.
  if (pace.answered < FEW && pace.rate.learnt) {
    return { ...paused, usedSec: pace.usedSec + pausedSec };
  }
  const { usedSec, risenSec } = from;
  const span = { answered: pace.answered, usedSec, risenSec, pausedSec, told };
  return { ...paused, rate: rateRefused(pace.rate, span), usedSec: 0, risenSec: 0, answered: 0 };
}

function pauseMs({ refusals }: Pace, { retryAfterMs, chance }: Refusal): number {
  if (retryAfterMs !== null) return Math.min(TOLD_MS_MAX, Math.max(0, retryAfterMs));
  const full = Math.min(PAUSE_MS_MAX, PAUSE_MS_MIN * 2 ** refusals);
  return full * (0.5 + 0.5 * chance);
}
