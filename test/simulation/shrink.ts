/** Makes a failing run small: fewer faults, fewer things happening, fewer members, fewer hosts,
 *  while it still breaks the same invariant. Faults and happenings are named, so taking one away
 *  leaves the others where they were. */
import { runPlan, type SeedResult } from "./run-seed.ts";
import type { WorldPlan } from "./world/plan.ts";
import { textOf } from "./world/runbook-pool.ts";

export type Case = {
  readonly plan: WorldPlan;
  /** The only faults that happen. */
  readonly faults: readonly string[];
};

export type Shrunk = Case & {
  readonly invariant: string;
  /** Faults, happenings, orders and members that are left. */
  readonly size: number;
  readonly runs: number;
};

export const invariantOf = ({ violations, stuck }: SeedResult): string | null =>
  violations[0]?.invariant ?? (stuck === null ? null : "stuck");

export const replay = ({ plan, faults }: Case): Promise<SeedResult> =>
  runPlan(plan, new Set(faults));

const sizeOf = ({ plan, faults }: Case): number =>
  faults.length + plan.churn.length + plan.orders.length + plan.members.length;

type Search = { readonly invariant: string; runs: number; readonly runsMax: number };

/** Null when the plan does not fail by itself. */
export async function shrink(plan: WorldPlan, runsMax = 400): Promise<Shrunk | null> {
  const first = await runPlan(plan);
  const invariant = invariantOf(first);
  if (invariant === null) return null;
  const search: Search = { invariant, runs: 1, runsMax };
  let best: Case = { plan, faults: first.faults };
  for (let before = Number.POSITIVE_INFINITY; sizeOf(best) < before; ) {
    before = sizeOf(best);
    best = await fewer(search, best, best.faults, (faults) => ({ ...best, faults }));
    best = await fewer(search, best, best.plan.churn, (churn) => withPlan(best, { churn }));
    best = await fewer(search, best, best.plan.orders, (orders) => withPlan(best, { orders }));
    best = await fewer(search, best, best.plan.members, (members) => withPlan(best, { members }));
    best = await smaller(search, best);
  }
  const runbook = best.plan.runbook ?? textOf(best.plan.shape, best.plan.limits);
  const kept = withPlan(best, { runbook });
  return { ...kept, invariant, size: sizeOf(best), runs: search.runs };
}

const withPlan = (found: Case, change: Partial<WorldPlan>): Case => ({
  ...found,
  plan: { ...found.plan, ...change },
});

async function stillFails(search: Search, found: Case): Promise<boolean> {
  if (search.runs >= search.runsMax) return false;
  search.runs += 1;
  return invariantOf(await replay(found)) === search.invariant;
}

/** Delta debugging: takes ever smaller portions out for as long as the failure stays. */
async function fewer<Item>(
  search: Search,
  start: Case,
  items: readonly Item[],
  made: (items: readonly Item[]) => Case,
): Promise<Case> {
  let best = start;
  let left = items;
  for (let portion = left.length; portion >= 1; portion = portion >> 1) {
    for (let from = 0; from < left.length; ) {
      const without = [...left.slice(0, from), ...left.slice(from + portion)];
      const candidate = made(without);
      if (without.length < left.length && (await stillFails(search, candidate))) {
        best = candidate;
        left = without;
      } else from += portion;
    }
  }
  return best;
}

/** One host of a kind, the plain store, quick answers: whatever of it the failure does not need. */
async function smaller(search: Search, start: Case): Promise<Case> {
  let best = start;
  const { hosts, natures, faults } = start.plan;
  const changes: readonly Partial<WorldPlan>[] = [
    { hosts: { ...hosts, schedulers: 1 } },
    { hosts: { ...hosts, relays: 1 } },
    { hosts: { ...hosts, orchestrators: 1 } },
    { hosts: { ...hosts, workers: 1 } },
    { store: "model" },
    { natures: { ...natures, trouble: 0 } },
    { faults: { ...faults, skewMs: 0 } },
    { faults: { ...faults, duplicateWindow: true } },
  ];
  for (const change of changes) {
    const merged = "hosts" in change ? mergeHosts(best, change) : withPlan(best, change);
    if (await stillFails(search, merged)) best = merged;
  }
  return best;
}

function mergeHosts(best: Case, { hosts = best.plan.hosts }: Partial<WorldPlan>): Case {
  const now = best.plan.hosts;
  return withPlan(best, {
    hosts: {
      schedulers: Math.min(now.schedulers, hosts.schedulers),
      orchestrators: Math.min(now.orchestrators, hosts.orchestrators),
      relays: Math.min(now.relays, hosts.relays),
      workers: Math.min(now.workers, hosts.workers),
    },
  });
}
