/** Intervals told during simulated runs, and how the true ends lie to them. Nobody gives orders in
 *  these runs and nobody comes or goes: what people will decide is foretold by nobody. */
import type { BatchId } from "../../../runtime/contract/ids.ts";
import type { World } from "../../../runtime/domain/engine/world.ts";
import { etaOf } from "../../../runtime/domain/why/eta.ts";
import type { WorldPlan } from "../world/plan.ts";
import { factsOf, runOf, type State } from "./states.ts";
import { isOver, type Thing, thingsOf } from "./things.ts";

export type Told = {
  cases: number;
  within: number;
  early: number;
  late: number;
  unknown: number;
  /** Waited for a person after all, or had not ended when the run had. */
  unended: number;
  readonly wrong: string[];
  readonly byKind: Map<string, { cases: number; within: number }>;
};

export const nothingTold = (): Told => ({
  cases: 0,
  within: 0,
  early: 0,
  late: 0,
  unknown: 0,
  unended: 0,
  wrong: [],
  byKind: new Map(),
});

const NO_FAULTS = { crash: 0, refuse: 0, lose: 0 };
const STATES_PER_RUN = 40;

/** Steps still fail, throttle, poll and dawdle as the seed has them; hosts and ports stay up. */
const undisturbed = (plan: WorldPlan): WorldPlan => ({
  ...plan,
  isCalmed: true,
  store: "model",
  orders: [],
  churn: [],
  unregistered: null,
  faults: {
    ...plan.faults,
    rates: { store: NO_FAULTS, bus: NO_FAULTS, ledger: NO_FAULTS, source: NO_FAULTS },
    slowChance: 0,
    vanish: 0,
    twice: 0,
    partly: 0,
    freeze: 0,
    skewMs: 0,
  },
});

export async function tellEtas(told: Told, plan: WorldPlan): Promise<void> {
  const { states, end } = await runOf(undisturbed(plan), STATES_PER_RUN);
  for (const state of states) {
    for (const world of state.worlds.values()) compare(told, state, world, end);
  }
}

function compare(told: Told, state: State, world: World, last: ReadonlyMap<BatchId, World>): void {
  const facts = factsOf(state, world, state.now);
  const end = last.get(world.batch.id);
  if (end === undefined) return;
  for (const thing of thingsOf(world)) {
    if (isOver(world, thing)) continue;
    const eta = etaOf(facts, thing);
    if (eta === null) {
      told.wrong.push(`seed ${state.seed}: ${thing.kind} is not over and has no interval`);
    } else if (eta.kind === "unknown") told.unknown += 1;
    else {
      const { earliest, latest } = eta;
      if (earliest < state.now || latest <= earliest) {
        told.wrong.push(`seed ${state.seed}: ${thing.kind} ends in the past, or before it begins`);
      }
      count(told, thing, endOf(end, thing), earliest, latest);
    }
  }
}

function count(told: Told, thing: Thing, end: Date | null, earliest: Date, latest: Date): void {
  if (end === null) {
    told.unended += 1;
    return;
  }
  const own = told.byKind.get(thing.kind) ?? { cases: 0, within: 0 };
  told.byKind.set(thing.kind, own);
  told.cases += 1;
  own.cases += 1;
  if (end < earliest) told.early += 1;
  else if (end > latest) told.late += 1;
  else {
    told.within += 1;
    own.within += 1;
  }
}

/** As the rows say when all is over; null when it is not. */
function endOf(world: World, thing: Thing): Date | null {
  if (!isOver(world, thing)) return null;
  const { batch, phases, executions } = world;
  switch (thing.kind) {
    case "batch":
      return batch.endedAt;
    case "phase":
      return phases.get(thing.id)?.completedAt ?? null;
    case "step":
      return executions.get(thing.id)?.completedAt ?? null;
    case "member": {
      const ends = [...executions.values()].flatMap(({ memberId, completedAt }) =>
        memberId === thing.id && completedAt !== null ? [completedAt.getTime()] : [],
      );
      return ends.length === 0 ? null : new Date(Math.max(...ends));
    }
  }
}
