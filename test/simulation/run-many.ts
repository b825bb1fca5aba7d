/** Many seeds one after the other, with what they add up to. */
import { otherTrace } from "./checkers/i37-same-trace.ts";
import { memberEnds } from "./reference/reference.ts";
import { runPlan, type SeedResult } from "./run-seed.ts";
import { drawPlan } from "./world/draw-plan.ts";
import type { WorldPlan } from "./world/plan.ts";
import { compiled, textOf } from "./world/runbook-pool.ts";

export type Failure = {
  readonly seed: number;
  readonly invariant: string;
  readonly text: string;
  readonly traceHash: string;
  readonly recent: readonly string[];
};

export type Tally = {
  seeds: number;
  events: number;
  faults: number;
  violations: number;
  stuck: number;
  cpuMs: number;
  /** In how many seeds each was met. */
  readonly situations: Record<string, number>;
  readonly failures: Failure[];
};

export const emptyTally = (): Tally => ({
  seeds: 0,
  events: 0,
  faults: 0,
  violations: 0,
  stuck: 0,
  cpuMs: 0,
  situations: {},
  failures: [],
});

/** One in so many seeds is run twice: the same seed must leave the same trace (I37). */
const TWICE_EVERY = 100;
/** And one in so many with every clock right: wrong clocks change no outcome (I36). */
const SKEWLESS_EVERY = 50;

const FAILURES_MAX = 20;

export async function runSeed(tally: Tally, seed: number): Promise<void> {
  const plan = drawPlan(seed);
  const result = await runSafely(plan);
  add(tally, plan, result);
  if (seed % TWICE_EVERY === 0) {
    const other = otherTrace(result, await runSafely(plan));
    if (other !== null) fail(tally, result, "I37", other);
  }
  if (seed % SKEWLESS_EVERY === 1) await compareWithoutSkew(tally, plan, result);
}

/** A bug that is thrown through everything is a violation like any other. */
async function runSafely(plan: WorldPlan): Promise<SeedResult> {
  try {
    return await runPlan(plan);
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const { seed } = plan;
    const nothing = { events: 0, faults: [], stuck: null, situations: new Map(), recent: [] };
    const outcomes = new Map<string, string>();
    const violations = [{ invariant: "threw", text, at: 0 }];
    return { seed, ...nothing, outcomes, violations, traceHash: "none" };
  }
}

/** Where nothing else goes wrong and the reference knows but one end of a member, that is its end,
 *  whatever the hosts' clocks say. */
async function compareWithoutSkew(
  tally: Tally,
  plan: WorldPlan,
  result: SeedResult,
): Promise<void> {
  const { singled: _, ...weather } = plan.faults;
  const { inTurn: __, ...natures } = plan.natures;
  const quiet: WorldPlan = {
    ...plan,
    isCalmed: true,
    churn: [],
    orders: [],
    natures: { ...natures, kinds: ["failed", "throttled", "ambiguous"], workMs: 4_000 },
    faults: { ...weather, ...QUIET },
  };
  const right = await runSafely({ ...quiet, faults: { ...quiet.faults, skewMs: 0 } });
  const wrong = await runSafely({ ...quiet, faults: { ...quiet.faults, skewMs: SKEW_MS } });
  for (const [member, end] of right.outcomes) {
    const key = member.split(" ")[1] ?? "";
    const { phases } = compiled(quiet.runbook ?? textOf(quiet.shape, quiet.limits));
    const isSure = memberEnds(quiet.seed, quiet.natures, phases, key).size === 1;
    const other = wrong.outcomes.get(member);
    if (isSure && other !== undefined && other !== end) {
      fail(tally, result, "I36", `clocks made ${key} ${other}, which is ${end} without`);
    }
  }
}

const SKEW_MS = 240_000;
const NO_FAULTS = { crash: 0, refuse: 0, lose: 0 };
const QUIET: Partial<WorldPlan["faults"]> = {
  rates: { store: NO_FAULTS, bus: NO_FAULTS, ledger: NO_FAULTS, source: NO_FAULTS },
  slowChance: 0,
  vanish: 0,
  twice: 0,
  partly: 0,
  freeze: 0,
};

function add(tally: Tally, plan: WorldPlan, result: SeedResult): void {
  const { events, faults, violations, stuck, situations } = result;
  tally.seeds += 1;
  tally.events += events;
  tally.faults += faults.length + plan.churn.length;
  for (const name of situations.keys()) {
    tally.situations[name] = (tally.situations[name] ?? 0) + 1;
  }
  const [first] = violations;
  if (first !== undefined) fail(tally, result, first.invariant, first.text);
  if (stuck === null) return;
  tally.stuck += 1;
  keep(tally, result, "stuck", stuck);
}

function fail(tally: Tally, result: SeedResult, invariant: string, text: string): void {
  tally.violations += 1;
  keep(tally, result, invariant, text);
}

function keep({ failures }: Tally, result: SeedResult, invariant: string, text: string): void {
  const { seed, traceHash, recent } = result;
  if (failures.length < FAILURES_MAX) failures.push({ seed, invariant, text, traceHash, recent });
}

export function merge(all: readonly Tally[]): Tally {
  const sum = emptyTally();
  for (const tally of all) {
    sum.seeds += tally.seeds;
    sum.events += tally.events;
    sum.faults += tally.faults;
    sum.violations += tally.violations;
    sum.stuck += tally.stuck;
    sum.cpuMs += tally.cpuMs;
    sum.failures.push(...tally.failures);
    for (const [name, count] of Object.entries(tally.situations)) {
      sum.situations[name] = (sum.situations[name] ?? 0) + count;
    }
  }
  return sum;
}
