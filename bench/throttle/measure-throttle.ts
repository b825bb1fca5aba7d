/** How well the budget finds the limit of a service it knows nothing about. Twenty profiles behind
 *  real HTTP in virtual time, which both sides share; of each figure the worst profile's is told.
 *  Other seeds than the usual ones tell how far the twenty can be trusted: how many miss a figure.
 *  Steady is what lies more than half a minute after the start and after every change of a limit;
 *  recovered is a budget from the first ten seconds on in which it serves nine tenths of the new
 *  limit and has less than two percent refused. */
import type { BenchOptions } from "../options.ts";
import { changesOf, isSteady, limitIn, type Profile, profilesFrom } from "./profiles.ts";
import { type ProfileRun, runProfile, type Second } from "./run-profile.ts";

const PROFILES = 20;
const FIRST_SEED = 1;
/** Each has a server of its own. */
const AT_ONCE = 20;
const UTILISATION_MIN = 0.9;
const THROTTLED_MAX = 0.02;
const RECOVERY_SEC_MAX = 30;
const SPAN_SEC = 10;

export type Figures = {
  readonly utilisation: number;
  readonly throttledShare: number;
  readonly recoverySec: number;
  readonly starved: number;
};

type ThrottleReport = Figures & {
  readonly profiles: number;
  /** Profiles outside of any figure. */
  readonly missed: number;
  readonly withinBudget: boolean;
  readonly table: string;
};

export async function measureThrottle(options: BenchOptions): Promise<ThrottleReport> {
  const profiles = profilesFrom(options.seed ?? FIRST_SEED, options.profiles ?? PROFILES);
  const runs: ProfileRun[] = [];
  for (let from = 0; from < profiles.length; from += AT_ONCE) {
    const some = profiles.slice(from, from + AT_ONCE);
    runs.push(...(await Promise.all(some.map((profile) => runProfile(profile)))));
  }
  const each = runs.map(figuresOf);
  const worst: Figures = {
    utilisation: Math.min(...each.map(({ utilisation }) => utilisation)),
    throttledShare: Math.max(...each.map(({ throttledShare }) => throttledShare)),
    recoverySec: Math.max(...each.map(({ recoverySec }) => recoverySec)),
    starved: Math.max(...each.map(({ starved }) => starved)),
  };
  const lines = runs.map(({ profile }, at) => lineOf(profile, each[at] ?? worst));
  const missed = each.filter((figures) => !isWithin(figures)).length;
  const last = `${missed} of ${runs.length} miss a figure; worst of each: ${wordsOf(worst)}`;
  const table = `${[...lines, last].join("\n")}\n`;
  return { ...worst, profiles: runs.length, missed, withinBudget: isWithin(worst), table };
}

function figuresOf({ profile, seconds, starved }: ProfileRun): Figures {
  const steady = totals(profile, seconds, (sec) => isSteady(profile, sec));
  const recoveries = changesOf(profile).map((atSec) => recovery(profile, seconds, atSec));
  return {
    utilisation: rounded(steady.served / steady.allowed),
    throttledShare: rounded(steady.refused / (steady.served + steady.refused)),
    recoverySec: Math.max(0, ...recoveries),
    starved,
  };
}

type Totals = { readonly served: number; readonly refused: number; readonly allowed: number };

const totals = (
  profile: Profile,
  seconds: readonly Second[],
  counts: (sec: number) => boolean,
): Totals =>
  seconds.reduce<Totals>(
    (sum, { served, refused }, sec) =>
      counts(sec)
        ? {
            served: sum.served + served,
            refused: sum.refused + refused,
            allowed: sum.allowed + limitIn(profile, sec),
          }
        : sum,
    { served: 0, refused: 0, allowed: 0 },
  );

/** When it never recovers: all the time there was. */
function recovery(profile: Profile, seconds: readonly Second[], atSec: number): number {
  const endSec = changesOf(profile).find((sec) => sec > atSec) ?? profile.endSec;
  for (let from = atSec; from + SPAN_SEC <= endSec; from += 1) {
    const span = totals(profile, seconds, (sec) => sec >= from && sec < from + SPAN_SEC);
    const refused = span.refused / (span.served + span.refused);
    if (span.served >= UTILISATION_MIN * span.allowed && refused < THROTTLED_MAX) {
      return from - atSec;
    }
  }
  return endSec - atSec;
}

const isWithin = ({ utilisation, throttledShare, recoverySec, starved }: Figures): boolean =>
  utilisation >= UTILISATION_MIN &&
  throttledShare < THROTTLED_MAX &&
  recoverySec <= RECOVERY_SEC_MAX &&
  starved === 0;

const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;

const wordsOf = ({ utilisation, throttledShare, recoverySec, starved }: Figures): string =>
  `${(utilisation * 100).toFixed(1)} % of the limit, ${(throttledShare * 100).toFixed(2)} % ` +
  `refused, recovered in ${recoverySec} s, ${starved} batches starved`;

function lineOf({ seed, shape, heights, tells, latencyMs }: Profile, figures: Figures): string {
  const limits = heights.map(({ callsPerSec }) => callsPerSec.toFixed(0)).join(" → ");
  const size = shape.kind === "bucket" ? shape.burstSec.toFixed(1) : shape.windowSec;
  const silent = tells ? "" : ", tells no time";
  const service = `${shape.kind} of ${size} s, ${limits}/s, ${latencyMs} ms${silent}`;
  return `${seed}: ${service}: ${wordsOf(figures)}`;
}
