/** Runs seeds one after the other until one of them fails, and says after how many that was: a
 *  process of its own, started in a copy that has a mutant in it. */
import { performance } from "node:perf_hooks";
import { parseArgs } from "node:util";
import { runPlan } from "../run-seed.ts";
import { shrink } from "../shrink.ts";
import { drawPlan } from "../world/draw-plan.ts";
import type { WorldPlan } from "../world/plan.ts";

export type Hunted = {
  /** Seeds run, the last of which failed; or all of them, and none did. */
  readonly seeds: number;
  readonly killed: boolean;
  readonly seed: number | null;
  /** What was seen: the invariant that was broken, or that the run was stuck. */
  readonly by: string | null;
  /** How small the failure became, and how long that took; when it was asked for. */
  readonly small: { readonly events: number; readonly runs: number; readonly ms: number } | null;
};

async function hunt(first: number, seeds: number, isShrunk: boolean): Promise<Hunted> {
  for (let count = 1; count <= seeds; count += 1) {
    const seed = first + count - 1;
    const by = await failureOf(seed);
    if (by === null) continue;
    const small = isShrunk && !by.startsWith("thrown") ? await smallOf(seed) : null;
    return { seeds: count, killed: true, seed, by, small };
  }
  return { seeds, killed: false, seed: null, by: null, small: null };
}

const SHRINK_MS = 60_000;

async function smallOf(seed: number): Promise<Hunted["small"]> {
  const began = performance.now();
  const isOver = (): boolean => performance.now() - began > SHRINK_MS;
  const small = await shrink(onModel(drawPlan(seed)), { isOver });
  const ms = Math.round(performance.now() - began);
  return small === null ? null : { events: small.size, runs: small.runs, ms };
}

/** A run that ends by throwing is as good as any. */
async function failureOf(seed: number): Promise<string | null> {
  try {
    const { violations, stuck } = await runPlan(onModel(drawPlan(seed)));
    const [first] = violations;
    if (first !== undefined) return `${first.invariant}: ${first.text}`;
    return stuck === null ? null : `stuck: ${stuck}`;
  } catch (error) {
    return `thrown: ${String(error)}`;
  }
}

/** SQLite is slower and shows less. */
const onModel = (plan: WorldPlan): WorldPlan =>
  plan.store === "sqlite" ? { ...plan, store: "model" } : plan;

const { values } = parseArgs({
  options: {
    first: { type: "string" },
    seeds: { type: "string" },
    shrink: { type: "boolean", default: false },
  },
});
const hunted = await hunt(Number(values.first ?? 1), Number(values.seeds ?? 100), values.shrink);
process.stdout.write(`${JSON.stringify(hunted)}\n`);
