/** What rate to hold after a refusal. Pure.
 *  It measures two things: how fast calls began when the refused one did, and how many were
 *  answered from one resumption to the next. It moves so:
 *  - The held rate holds for a while, rises a little at a time, then faster and faster. A refusal
 *    there shows the limit: just below it is held next. High above, the limit has risen, and
 *    measuring begins anew.
 *  - A refusal while it holds says that the limit is lower. The truth lies between what was
 *    answered over the span with its pause (the pause may have been rounded up) and what was
 *    answered without it; each refusal in a row trusts the lower one more. The refused rate is
 *    remembered, so that the next rise stops below it.
 *  The constants were found by trying on the twenty limits of `npm run -s bench -- throttle`; of
 *  others about one in eight misses a figure (docs/decisions/0022). */

export type Rate = {
  /** Calls per second that are known, or first assumed, to be good. */
  readonly held: number;
  /** How long it holds before it rises. */
  readonly heldSec: number;
  /** Whether the service ever refused. */
  readonly learnt: boolean;
  /** Held, and refused; null when nothing is known of the kind. */
  readonly tooHigh: number | null;
  /** Refusals in a row while it held. */
  readonly misses: number;
};

/** From the last resumption to the beginning of the refused call. */
export type Span = {
  readonly answered: number;
  readonly usedSec: number;
  readonly risenSec: number;
  readonly pausedSec: number;
  /** Whether the service told the pause, which it does in whole seconds. */
  readonly told: boolean;
};

/** Without knowledge: doubled while nobody objects. */
const DOUBLED_SEC = 3;
const HELD_SEC_MIN = 10;
const HELD_SEC_MAX = 15;
/** The rise: so much a second at first, then the excess doubles. */
const SLOPE_PER_SEC = 0.024;
const SLOPE_SEC = 3.1477;
const EXCESS_DOUBLED_SEC = 1.6;
/** What is refused was too much a moment before. */
const LAG_SEC = 1.0191;
const FIRST_LAG_SEC = 1;
/** A rise beyond this share of all that is known means another limit. */
const SURPRISE = 1.1107;
const SHARE_OF_SURPRISE = 0.97;
const SHARE_OF_RISE = 0.96;
const SHARE_OF_TOO_HIGH = 0.97;
/** Limits drift: what was too high becomes a little less so with every rise. */
const FORGETTING = 1.0009;
const STEP_DOWN = 0.97;
const TRUST_IN_MOST = 0.75;
const TRUST_KEPT = 0.4896;
const ROUNDED_SEC = 1;
const USED_SEC_MIN = 0.001;
const RATE_MAX = 5_000;
const RATE_MIN = 0.05;

const within = (rate: number): number => Math.min(RATE_MAX, Math.max(RATE_MIN, rate));

export const firstRate = (callsPerSec: number, learnt: boolean): Rate => ({
  held: within(callsPerSec),
  heldSec: HELD_SEC_MIN,
  learnt,
  tooHigh: null,
  misses: 0,
});

export function rateAfter({ held, heldSec, learnt }: Rate, risenSec: number): number {
  if (!learnt) return within(held * 2 ** (risenSec / DOUBLED_SEC));
  const sec = Math.max(0, risenSec - heldSec);
  const doublings = Math.max(0, sec - SLOPE_SEC) / EXCESS_DOUBLED_SEC;
  return within(held * (1 + SLOPE_PER_SEC * Math.min(sec, SLOPE_SEC) * 2 ** doublings));
}

export function rateRefused(rate: Rate, span: Span): Rate {
  const isRising = !rate.learnt || span.risenSec > rate.heldSec;
  return isRising ? refusedRising(rate, span) : refusedHolding(rate, span);
}

function refusedRising(rate: Rate, { risenSec }: Span): Rate {
  const { held, heldSec, learnt, tooHigh } = rate;
  const found = rateAfter(rate, Math.max(0, risenSec - (learnt ? LAG_SEC : FIRST_LAG_SEC)));
  if (!learnt || found > SURPRISE * Math.max(held, tooHigh ?? 0)) {
    return firstRate(SHARE_OF_SURPRISE * found, true);
  }
  const most = tooHigh === null ? Infinity : SHARE_OF_TOO_HIGH * tooHigh * FORGETTING;
  return {
    held: within(Math.max(held, Math.min(SHARE_OF_RISE * found, most))),
    heldSec: Math.min(HELD_SEC_MAX, heldSec * 2),
    learnt: true,
    tooHigh: tooHigh === null ? null : tooHigh * FORGETTING,
    misses: 0,
  };
}

function refusedHolding(rate: Rate, { answered, pausedSec, told, ...span }: Span): Rate {
  const usedSec = Math.max(USED_SEC_MIN, span.usedSec);
  // A penalty much longer than what led to it is no measure of the limit.
  const waitedSec = Math.min(pausedSec, usedSec);
  const surelySec = told ? Math.max(0, waitedSec - ROUNDED_SEC) : 0;
  const current = rateAfter(rate, span.risenSec);
  const least = Math.min(current, answered / (usedSec + waitedSec));
  const most = Math.min(current, answered / (usedSec + surelySec));
  const trust = TRUST_IN_MOST * TRUST_KEPT ** rate.misses;
  return {
    held: within(Math.min(STEP_DOWN * rate.held, least + trust * (most - least))),
    heldSec: Math.max(HELD_SEC_MIN, rate.heldSec / 2),
    learnt: true,
    tooHigh: rate.held,
    misses: rate.misses + 1,
  };
}
