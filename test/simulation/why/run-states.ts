/** So many states from simulated runs, one seed after the other, each checked. */
import { drawPlan } from "../world/draw-plan.ts";
import { checkState, type Found, nothingFound } from "./check-state.ts";
import { statesOf } from "./states.ts";

/** Of one run: states of the same run are alike. */
const STATES_PER_SEED = 6;

export type Checked = Found & { readonly states: number; readonly seeds: number };

export async function runStates(states: number, from: number): Promise<Checked> {
  const found = nothingFound();
  let done = 0;
  let seed = from;
  for (; done < states; seed += 1) {
    const most = Math.min(STATES_PER_SEED, states - done);
    for (const state of await statesOf(drawPlan(seed), most)) {
      checkState(found, state);
      done += 1;
    }
  }
  return { ...found, states: done, seeds: seed - from };
}
