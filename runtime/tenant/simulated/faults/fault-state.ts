/** The present behaviour of a tenant: its profile, rules that strike chosen calls, and what the
 *  limits have counted so far. Not kept across restarts: a tenant that comes back is rested. */
import type { Family, FaultProfile } from "./fault-profile.ts";

/** Strikes the next `times` calls that fit. */
export type FaultRule = {
  readonly family?: Family;
  readonly method?: string;
  /** Found in the path, or in the name of the cmdlet. */
  readonly contains?: string;
  readonly strike: Strike;
  readonly times: number;
};

export type Strike =
  | { readonly kind: "throttle"; readonly retryAfterSec: number }
  | { readonly kind: "error-before"; readonly status: number }
  | { readonly kind: "error-after"; readonly status: number }
  | { readonly kind: "cut-before" }
  | { readonly kind: "cut-after" }
  | { readonly kind: "slow"; readonly ms: number };

export type Counted = { readonly tokens: number; readonly since: number };

export type FaultState = {
  profile: FaultProfile;
  rules: readonly FaultRule[];
  /** What each family has left, by its limit. */
  readonly counted: Map<Family, Counted>;
  /** How often each request was seen, so that a repeat has luck of its own. */
  readonly seen: Map<string, number>;
};

export const freshFaults = (profile: FaultProfile): FaultState => ({
  profile,
  rules: [],
  counted: new Map(),
  seen: new Map(),
});
