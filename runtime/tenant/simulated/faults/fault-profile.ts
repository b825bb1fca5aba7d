/** How well a tenant behaves: delays, limits and failures as data. Profiles can be changed while
 *  the tenant runs; a custom one is any of these with parts replaced. */

export type Family = "login" | "graph" | "exchange" | "arm" | "vault";

export type RateLimit =
  /** Tokens that come back steadily, up to `burst`. */
  | { readonly kind: "bucket"; readonly perSec: number; readonly burst: number }
  /** So many calls in each window of that length. */
  | { readonly kind: "window"; readonly calls: number; readonly windowSec: number };

/** [from, to], both included. */
export type Range = readonly [min: number, max: number];

export type FaultProfile = {
  readonly name: string;
  /** How long a change stays unseen. */
  readonly lagMs: {
    readonly directory: Range;
    readonly exchange: Range;
    readonly "resource-graph": Range;
  };
  readonly latencyMs: Range;
  /** Share of calls that take `slowMs` more. */
  readonly slowShare: number;
  readonly slowMs: Range;
  /** Shares of calls: 5xx and nothing done; 5xx although done; no answer before; none after. */
  readonly errorBeforeShare: number;
  readonly errorAfterShare: number;
  readonly cutBeforeShare: number;
  readonly cutAfterShare: number;
  readonly limits: { readonly [Name in Family]: RateLimit | null };
  readonly moveSec: Range;
  readonly moveFailShare: number;
  /** How long an invited person takes to accept. */
  readonly acceptSec: Range;
  /** How long a resource takes to be made or removed. */
  readonly provisionSec: Range;
};

const NO_LIMITS = { login: null, graph: null, exchange: null, arm: null, vault: null };

/** Answers at once, sees everything at once, never fails. Moves still take a minute. */
export const CALM: FaultProfile = {
  name: "calm",
  lagMs: { directory: [0, 0], exchange: [0, 0], "resource-graph": [0, 0] },
  latencyMs: [0, 0],
  slowShare: 0,
  slowMs: [0, 0],
  errorBeforeShare: 0,
  errorAfterShare: 0,
  cutBeforeShare: 0,
  cutAfterShare: 0,
  limits: NO_LIMITS,
  moveSec: [60, 60],
  moveFailShare: 0,
  acceptSec: [60, 60],
  provisionSec: [0, 0],
};

/** A tenant on a normal day. */
const USUAL: FaultProfile = {
  name: "usual",
  lagMs: { directory: [0, 1_500], exchange: [500, 8_000], "resource-graph": [1_000, 20_000] },
  latencyMs: [5, 60],
  slowShare: 0.01,
  slowMs: [500, 2_000],
  errorBeforeShare: 0.004,
  errorAfterShare: 0.001,
  cutBeforeShare: 0.001,
  cutAfterShare: 0.001,
  limits: {
    login: null,
    graph: { kind: "bucket", perSec: 150, burst: 300 },
    exchange: { kind: "bucket", perSec: 30, burst: 60 },
    arm: { kind: "bucket", perSec: 25, burst: 250 },
    vault: { kind: "window", calls: 4_000, windowSec: 10 },
  },
  moveSec: [30, 120],
  moveFailShare: 0.01,
  acceptSec: [20, 90],
  provisionSec: [2, 15],
};

/** A tenant on its worst day. */
export const ROUGH: FaultProfile = {
  ...USUAL,
  name: "rough",
  lagMs: { directory: [0, 6_000], exchange: [1_000, 30_000], "resource-graph": [5_000, 60_000] },
  latencyMs: [20, 300],
  slowShare: 0.05,
  slowMs: [1_000, 8_000],
  errorBeforeShare: 0.03,
  errorAfterShare: 0.02,
  cutBeforeShare: 0.01,
  cutAfterShare: 0.01,
  limits: {
    login: { kind: "window", calls: 200, windowSec: 10 },
    graph: { kind: "window", calls: 300, windowSec: 10 },
    exchange: { kind: "bucket", perSec: 8, burst: 16 },
    arm: { kind: "bucket", perSec: 10, burst: 50 },
    vault: { kind: "window", calls: 200, windowSec: 10 },
  },
  moveSec: [60, 600],
  moveFailShare: 0.05,
  acceptSec: [30, 600],
  provisionSec: [5, 60],
};

/** An outage: nobody is answered. */
const AWAY: FaultProfile = { ...CALM, name: "away", errorBeforeShare: 1 };

export const PROFILES: Readonly<Record<string, FaultProfile>> = {
  calm: CALM,
  usual: USUAL,
  rough: ROUGH,
  away: AWAY,
};
