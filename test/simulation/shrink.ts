/** Makes a failing run small: fewer hosts, faults, happenings and members, a shorter runbook,
 *  while it still breaks the same invariant. Faults and happenings are named, so taking one away
 *  leaves the others where they were; when it happens to change the order of things all the same,
 *  other orders are tried. */
import { runPlan, type SeedResult } from "./run-seed.ts";
import { PLAINER, shorterRunbooks } from "./simpler-plans.ts";
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

export type Effort = {
  readonly runsMax: number;
  /** Time is up: what has been found so far will do. */
  readonly isOver: () => boolean;
  readonly run: (plan: WorldPlan, only: ReadonlySet<string> | null) => Promise<SeedResult>;
};

const EFFORT: Effort = { runsMax: 400, isOver: () => false, run: runPlan };

/** Small enough to be read; from there on only one order of things is tried. */
const READABLE = 30;
const ORDERS_TRIED = 3;

export const invariantOf = ({ violations, stuck }: SeedResult): string | null =>
  violations[0]?.invariant ?? (stuck === null ? null : "stuck");

export const replay = ({ plan, faults }: Case): Promise<SeedResult> =>
  runPlan(plan, new Set(faults));

const sizeOf = ({ plan, faults }: Case): number =>
  faults.length + plan.churn.length + plan.orders.length + plan.members.length;

type Search = { readonly invariant: string; runs: number; readonly effort: Effort };

/** Null when the plan does not fail by itself. */
export async function shrink(plan: WorldPlan, given: Partial<Effort> = {}): Promise<Shrunk | null> {
  const effort = { ...EFFORT, ...given };
  const first = await effort.run(plan, null);
  const invariant = invariantOf(first);
  if (invariant === null) return null;
  const search: Search = { invariant, runs: 1, effort };
  const runbook = plan.runbook ?? textOf(plan.shape, plan.limits);
  let best: Case = { plan: { ...plan, runbook }, faults: first.faults };
  for (let before = Number.POSITIVE_INFINITY; sizeOf(best) < before && !isSpent(search); ) {
    before = sizeOf(best);
    best = await fewer(search, best, best.faults, (faults) => ({ ...best, faults }));
    best = await anyOf(search, best, PLAINER);
    best = await fewer(search, best, best.plan.churn, (churn) => withPlan(best, { churn }));
    best = await fewer(search, best, best.plan.orders, (orders) => withPlan(best, { orders }));
    best = await fewer(search, best, best.plan.members, (members) => withPlan(best, { members }));
    best = await anyOf(search, best, shorterRunbooks(best.plan));
  }
  return { ...best, invariant, size: sizeOf(best), runs: search.runs };
}

const withPlan = (found: Case, change: Partial<WorldPlan>): Case => ({
  ...found,
  plan: { ...found.plan, ...change },
});

const isSpent = ({ runs, effort }: Search): boolean => runs >= effort.runsMax || effort.isOver();

/** The case as it fails, in whatever order of things; null when it does not. */
async function failing(search: Search, found: Case): Promise<Case | null> {
  const order = found.plan.order ?? 0;
  const orders = sizeOf(found) > READABLE ? ORDERS_TRIED : 1;
  for (let each = 0; each < orders && !isSpent(search); each += 1) {
    search.runs += 1;
    const tried = each === 0 ? found : withPlan(found, { order: order + each });
    if ((await broken(search, tried)) === search.invariant) return tried;
  }
  return null;
}

/** A runbook from which too much was taken cannot be run at all. */
async function broken({ effort }: Search, { plan, faults }: Case): Promise<string | null> {
  try {
    return invariantOf(await effort.run(plan, new Set(faults)));
  } catch {
    return null;
  }
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
      const order = best.plan.order ?? 0;
      const found = await failing(search, withPlan(made(without), { order }));
      if (isSpent(search)) return found ?? best;
      if (found === null) from += portion;
      else {
        best = found;
        left = without;
      }
    }
  }
  return best;
}

/** Whatever of these changes the failure does not mind, one after the other. */
async function anyOf(
  search: Search,
  start: Case,
  changes: Iterable<(plan: WorldPlan) => Partial<WorldPlan> | null>,
): Promise<Case> {
  let best = start;
  for (const change of changes) {
    if (isSpent(search)) return best;
    const changed = change(best.plan);
    if (changed === null) continue;
    best = (await failing(search, withPlan(best, changed))) ?? best;
  }
  return best;
}
