/** What befalls one call: decided from the rules first, then from the limits, then by chance.
 *  F1. Chance depends on the seed, on what is asked and on how often it was asked before; not on
 *      what others ask meanwhile.
 *  F2. A call that was throttled does not count against the limit. */
import { chanceOf, pick, wholeBetween } from "../chance.ts";
import { TENANT_LIMITS } from "../limits.ts";
import type { World } from "../world.ts";
import type { Family, RateLimit } from "./fault-profile.ts";
import type { Counted, FaultRule, FaultState, Strike } from "./fault-state.ts";

export type Call = {
  readonly family: Family;
  readonly method: string;
  /** Path and body: what is the same for a repeat. */
  readonly about: string;
};

/** What happens to the call, and how long its answer takes at least. */
export type Fate = { readonly strike: Strike | null; readonly latencyMs: number };

export function fateOf(world: World, call: Call, now: number): Fate {
  const { faults } = world;
  const { profile } = faults;
  const luck = luckOf(world, call);
  const latencyMs = wholeBetween(...profile.latencyMs, luck("latency"));
  const strike = byRule(faults, call) ?? byLimit(faults, call.family, now) ?? byChance(world, luck);
  return { strike, latencyMs };
}

type Luck = (about: string) => number;

function luckOf({ settings, faults }: World, { family, method, about }: Call): Luck {
  const key = `${family} ${method} ${about}`;
  const times = faults.seen.get(key) ?? 0;
  if (faults.seen.size >= TENANT_LIMITS.countedRequests && times === 0) faults.seen.clear();
  faults.seen.set(key, times + 1);
  return (what) => chanceOf(settings.seed, what, key, times);
}

function byRule(faults: FaultState, call: Call): Strike | null {
  const rule = faults.rules.find((each) => fits(each, call));
  if (rule === undefined) return null;
  const used = { ...rule, times: rule.times - 1 };
  faults.rules = faults.rules.flatMap((each) => {
    if (each !== rule) return [each];
    return used.times > 0 ? [used] : [];
  });
  return rule.strike;
}

const fits = ({ family, method, contains }: FaultRule, call: Call): boolean =>
  (family === undefined || family === call.family) &&
  (method === undefined || method === call.method) &&
  (contains === undefined || call.about.includes(contains));

function byLimit(faults: FaultState, family: Family, now: number): Strike | null {
  const limit = faults.profile.limits[family];
  if (limit === null) return null;
  const counted = refilled(limit, faults.counted.get(family), now);
  if (counted.tokens >= 1) {
    faults.counted.set(family, { ...counted, tokens: counted.tokens - 1 });
    return null;
  }
  faults.counted.set(family, counted);
  return { kind: "throttle", retryAfterSec: waitSec(limit, counted, now) };
}

function refilled(limit: RateLimit, counted: Counted | undefined, now: number): Counted {
  if (limit.kind === "bucket") {
    if (counted === undefined) return { tokens: limit.burst, since: now };
    const gained = (Math.max(0, now - counted.since) / 1_000) * limit.perSec;
    return { tokens: Math.min(limit.burst, counted.tokens + gained), since: now };
  }
  const windowMs = limit.windowSec * 1_000;
  const isOver = counted === undefined || now - counted.since >= windowMs;
  return isOver ? { tokens: limit.calls, since: now } : counted;
}

/** Whole seconds, as services say it: never too few. */
function waitSec(limit: RateLimit, { tokens, since }: Counted, now: number): number {
  const sec =
    limit.kind === "bucket" ? (1 - tokens) / limit.perSec : limit.windowSec - (now - since) / 1_000;
  return Math.max(1, Math.ceil(sec));
}

function byChance({ faults }: World, luck: Luck): Strike | null {
  const { profile } = faults;
  const status = pick([500, 502, 503, 504], luck("status"));
  const shares: readonly (readonly [share: number, strike: Strike])[] = [
    [profile.errorBeforeShare, { kind: "error-before", status }],
    [profile.errorAfterShare, { kind: "error-after", status }],
    [profile.cutBeforeShare, { kind: "cut-before" }],
    [profile.cutAfterShare, { kind: "cut-after" }],
    [profile.slowShare, { kind: "slow", ms: wholeBetween(...profile.slowMs, luck("slow")) }],
  ];
  let drawn = luck("strike");
  for (const [share, strike] of shares) {
    if (drawn < share) return strike;
    drawn -= share;
  }
  return null;
}
