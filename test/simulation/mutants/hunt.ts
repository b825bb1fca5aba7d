/** Runs seeds one after the other until one of them fails, and says after how many that was: a
 *  process of its own, started in a copy that has a mutant in it. */
import { parseArgs } from "node:util";
import { runPlan } from "../run-seed.ts";
import { drawPlan } from "../world/draw-plan.ts";
import type { WorldPlan } from "../world/plan.ts";

export type Hunted = {
  /** Seeds run, the last of which failed; or all of them, and none did. */
  readonly seeds: number;
  readonly killed: boolean;
  readonly seed: number | null;
  /** What was seen: the invariant that was broken, or that the run was stuck. */
  readonly by: string | null;
};

async function hunt(first: number, seeds: number): Promise<Hunted> {
  for (let count = 1; count <= seeds; count += 1) {
    const seed = first + count - 1;
    const by = await failureOf(seed);
    if (by !== null) return { seeds: count, killed: true, seed, by };
  }
  return { seeds, killed: false, seed: null, by: null };
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

const { values } = parseArgs({ options: { first: { type: "string" }, seeds: { type: "string" } } });
const hunted = await hunt(Number(values.first ?? 1), Number(values.seeds ?? 100));
process.stdout.write(`${JSON.stringify(hunted)}\n`);
