/** How fast a budget's calls may begin, learnt from what the service answers. Pure: a state, what
 *  happened and when give the next state.
 *  The rate holds near the last one that was good, then rises faster and faster until the service
 *  refuses. From one resumption to the next a service lets through what its limit allows, so their
 *  mean is the limit, of a bucket, a fixed window or a sliding one alike; only a refusal high
 *  above the held rate says that the limit has risen meanwhile.
 *  P1. No call begins before the instant the service told.
 *  P2. In any span no more calls begin than the rate over it and one burst.
 *  P3. Only calls that had to wait raise the rate: one that is not used up is not known to hold.
 *  P4. After a pause one call goes alone, until it is answered or a second has passed. */

export type Pace = {
  /** Calls per second that are known, or first assumed, to be good. */
  readonly held: number;
  /** How long it holds before it rises. */
  readonly heldSec: number;
  /** Whether the service ever refused. */
  readonly learnt: boolean;
  /** Counts pauses: a call that began before the last one says nothing new by being refused. */
  readonly turn: number;
  /** Seconds of used rate since the last pause; what others had to wait for makes it rise. */
  readonly usedSec: number;
  readonly risenSec: number;
  readonly answered: number;
  /** What was answered in the last seconds, each by its number; the newest last. */
  readonly seen: readonly Seen[];
  readonly refusals: number;
  /** The next call may go alone. */
  readonly first: boolean;
  readonly nextMs: number;
  readonly pausedUntilMs: number;
};

/** Without knowledge: a little at first, doubled while nobody objects. */
const FIRST_PER_SEC = 10;
const DOUBLED_SEC = 3;
const HELD_SEC_MAX = +(process.env.H ?? 16);
const HELD_SEC_MIN = +(process.env.M ?? 4);
const RISE_SEC = +(process.env.R ?? 8);
const RATE_MAX = 5_000;
const RATE_MIN = 0.05;
/** How much of the measured limit is held. */
const SURPRISE = +(process.env.U ?? 1.2);
const LATELY_SEC = +(process.env.L ?? 7);
const W = +(process.env.W ?? 0.5);
const SHARE = +(process.env.S ?? 0.975);
/** Refused was what was sent a moment before. */
const LAG_SEC = 2;
const TRUSTED_SEC = +(process.env.T ?? 1e9);
/** Fewer answers than this tell no rate. */
const FEW = 5;
/** Timers ring late: so much may be caught up at once. */
const BURST_MS = 100;
const ALONE_MS = 1_000;
const PAUSE_MS_MIN = 1_000;
const PAUSE_MS_MAX = 60_000;
const TOLD_MS_MAX = 86_400_000;

type Seen = { readonly sec: number; readonly calls: number };

export const newPace = (known: {
  readonly callsPerSec: number | null;
  readonly pausedUntilMs: number;
  readonly refusals: number;
}): Pace => ({
  held: within(known.callsPerSec ?? FIRST_PER_SEC),
  heldSec: HELD_SEC_MIN,
  learnt: known.callsPerSec !== null,
  turn: 0,
  usedSec: 0,
  risenSec: 0,
  answered: 0,
  seen: [],
  refusals: known.refusals,
  first: known.refusals > 0,
  nextMs: known.pausedUntilMs,
  pausedUntilMs: known.pausedUntilMs,
});

const within = (rate: number): number => Math.min(RATE_MAX, Math.max(RATE_MIN, rate));

function rateAfter({ held, heldSec, learnt }: Pace, risenSec: number): number {
  if (!learnt) return within(held * 2 ** (risenSec / DOUBLED_SEC));
  const above = Math.max(0, risenSec - heldSec) / RISE_SEC;
  return within(held * (1 + above ** 3));
}

export const callsPerSec = (pace: Pace): number => rateAfter(pace, pace.risenSec);

/** When the next call may begin. */
export const readyMs = (pace: Pace): number => Math.max(pace.nextMs, pace.pausedUntilMs);

/** A call, or several in one, begins. */
export function began(pace: Pace, calls: number, nowMs: number, hadToWait: boolean): Pace {
  const tookSec = calls / callsPerSec(pace);
  const from = Math.max(pace.nextMs, nowMs - BURST_MS);
  return {
    ...pace,
    usedSec: pace.usedSec + tookSec,
    risenSec: pace.risenSec + (hadToWait ? tookSec : 0),
    nextMs: pace.first ? nowMs + Math.max(ALONE_MS, tookSec * 1_000) : from + tookSec * 1_000,
    first: false,
  };
}

export function answered(pace: Pace, calls: number, turn: number, nowMs: number): Pace {
  if (turn !== pace.turn) return pace;
  const alone = pace.refusals > 0;
  const nextMs = alone ? Math.min(pace.nextMs, nowMs) : pace.nextMs;
  const seen = withSeen(pace.seen, Math.floor(nowMs / 1_000), calls);
  return { ...pace, nextMs, refusals: 0, answered: pace.answered + calls, seen };
}

export type Refusal = {
  /** Which turn the refused call began in. */
  readonly turn: number;
  /** What the service told, if anything. */
  readonly retryAfterMs: number | null;
  /** From 0 to 1: how long we pause when it told nothing, so that not all come back together. */
  readonly chance: number;
};

export function refused(pace: Pace, refusal: Refusal, nowMs: number): Pace {
  const untilMs = nowMs + pauseMs(pace, refusal);
  if (refusal.turn !== pace.turn) {
    // Its service's word counts, our guess does not: that pause is already being made.
    const told = refusal.retryAfterMs !== null;
    return told ? { ...pace, pausedUntilMs: Math.max(pace.pausedUntilMs, untilMs) } : pace;
  }
  const pausedUntilMs = Math.max(pace.pausedUntilMs, untilMs);
  const pausedSec = (pausedUntilMs - nowMs) / 1_000;
  const next = { ...pace, turn: pace.turn + 1, refusals: pace.refusals + 1, pausedUntilMs };
  const paused = {
    ...next,
    first: refusal.retryAfterMs === null || pace.refusals > 0,
    nextMs: pausedUntilMs,
  };
  // Too little to measure by: it goes on measuring over the pause.
  if (pace.answered < FEW && pace.learnt) return { ...paused, usedSec: pace.usedSec + pausedSec };
  const held = within(heldAfter(pace, pausedSec, nowMs));
  const heldSec = heldSecAfter(pace, held);
  return { ...paused, held, heldSec, learnt: true, usedSec: 0, risenSec: 0, answered: 0 };
}

function heldAfter(pace: Pace, pausedSec: number, nowMs: number): number {
  const justSent = rateAfter(pace, Math.max(0, pace.risenSec - LAG_SEC));
  if (!pace.learnt) return SHARE * justSent;
  const lately = Math.min(latelyPerSec(pace.seen, nowMs), callsPerSec(pace));
  if (pace.risenSec > pace.heldSec) {
    return Math.max(pace.held, SHARE * (W * justSent + (1 - W) * Math.max(pace.held, lately)));
  }
  // A penalty much longer than what led to it is no measure of the limit.
  const least = pace.answered / (pace.usedSec + Math.min(pausedSec, pace.usedSec));
  const most = Math.max(least, Math.min(pace.answered / pace.usedSec, callsPerSec(pace)));
  const trust = 0.5 * Math.min(1, pace.usedSec / TRUSTED_SEC);
  return SHARE * Math.max(least + trust * (most - least), lately);
}

function withSeen(seen: readonly Seen[], sec: number, calls: number): readonly Seen[] {
  const newest = seen.at(-1);
  if (newest !== undefined && newest.sec === sec) {
    return [...seen.slice(0, -1), { sec, calls: newest.calls + calls }];
  }
  return [...seen.filter((each) => each.sec > sec - LATELY_SEC), { sec, calls }];
}

function latelyPerSec(seen: readonly Seen[], nowMs: number): number {
  const fromSec = Math.floor(nowMs / 1_000) - LATELY_SEC + 1;
  const calls = seen.reduce((sum, each) => (each.sec >= fromSec ? sum + each.calls : sum), 0);
  return calls / (nowMs / 1_000 - fromSec);
}

function heldSecAfter(pace: Pace, held: number): number {
  if (!pace.learnt || held > pace.held * SURPRISE) return HELD_SEC_MIN;
  const factor = pace.risenSec > pace.heldSec ? 2 : 0.5;
  return Math.min(HELD_SEC_MAX, Math.max(HELD_SEC_MIN, pace.heldSec * factor));
}

function pauseMs({ refusals }: Pace, { retryAfterMs, chance }: Refusal): number {
  if (retryAfterMs !== null) return Math.min(TOLD_MS_MAX, Math.max(0, retryAfterMs));
  const full = Math.min(PAUSE_MS_MAX, PAUSE_MS_MIN * 2 ** refusals);
  return full * (0.5 + 0.5 * chance);
}
