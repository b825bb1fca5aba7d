/** Drives the real core on a real store, beside the same core in memory: each group of inputs is
 *  loaded, decided and committed, and `apply` says what should then be there. */
import { RunbookName } from "../../../runtime/contract/identifiers.ts";
import type { BatchId } from "../../../runtime/contract/ids.ts";
import { apply } from "../../../runtime/domain/engine/apply.ts";
import { decide } from "../../../runtime/domain/engine/decide.ts";
import type { Decision } from "../../../runtime/domain/engine/decision.ts";
import type { Input } from "../../../runtime/domain/engine/inputs.ts";
import { type Need, needs } from "../../../runtime/domain/engine/needs.ts";
import type { World } from "../../../runtime/domain/engine/world.ts";
import type { Runbook } from "../../../runtime/domain/runbook.ts";
import type { Loaded, WorldRows } from "../../../runtime/store/loaded.ts";
import type { Store } from "../../../runtime/store/store.ts";
import type { Unit } from "../../../runtime/store/unit.ts";
import { jobsIn } from "../../unit/domain/engine/jobs-in.ts";
import { type Run, startRun } from "../../unit/domain/engine/run.ts";
import { START, startWorld, version } from "../../unit/domain/engine/start-world.ts";
import type { TestClock } from "./store-case.ts";

export const NOTHING: Need = {
  executions: new Set(),
  members: new Set(),
  memberKeys: new Set(),
  parked: [],
  versions: new Set(),
};

export const unitOf = (loaded: Loaded, given: Partial<Unit<string>> = {}): Unit<string> => ({
  writes: [],
  nextIds: loaded.nextIds,
  publish: [],
  settle: [],
  remember: [],
  consumed: [],
  sent: [],
  ...given,
});

export const rowsOf = ({ batches }: Loaded, id: BatchId): WorldRows => {
  const rows = batches.get(id);
  if (rows === undefined) throw new Error(`batch ${id} was not loaded`);
  return rows;
};

/** A batch of its own runbook, in the store and in memory. */
export async function beginOnStore(
  store: Store<string>,
  name: string,
  plans: readonly Runbook[],
): Promise<Run> {
  const runbookName = RunbookName.parse(name);
  const made = await store.batches.create([
    {
      runbookName,
      version: version(1),
      key: START.toISOString(),
      start: START,
      isManual: false,
      budget: null,
      createdBy: null,
    },
  ]);
  const id = made.ok ? made.value[0]?.id : undefined;
  const [plan] = plans;
  if (id === undefined || plan === undefined) throw new Error("no batch was made");
  const byVersion = new Map(plans.map((each, index) => [version(index + 1), each]));
  const world = startWorld(plan, { plans: byVersion }, { id, runbookName });
  return startRun(world, new Date(START.getTime() - 3_600_000));
}

/** The rows of a world as a store loads them. */
export const rowsIn = (world: World | WorldRows) => {
  const { batch, phases, members, slots, attention } = world;
  const executions = new Map(world.executions);
  return { batch, phases, members, executions, slots, attention };
};

/** Loads, decides and commits; `look` sees what was loaded and decided. */
export async function commitInputs(
  store: Store<string>,
  clock: TestClock,
  run: Run,
  inputs: readonly Input[],
  look: (loaded: WorldRows, need: Need) => void = () => {},
): Promise<Decision> {
  clock.time = run.now;
  const need = needs(inputs);
  const { id } = run.world.batch;
  const decisions: Decision[] = [];
  const committed = await store.transact({ batches: new Map([[id, need]]) }, (loaded) => {
    const rows = rowsOf(loaded, id);
    look(rows, need);
    run.world = { ...run.world, nextIds: loaded.nextIds };
    const { plans, workers, limited, nextIds } = run.world;
    const world: World = { ...rowsIn(rows), plans, workers, limited, nextIds };
    const decision = decide(world, inputs, loaded.now);
    decisions.push(decision);
    return unitOf(loaded, { writes: [{ batchId: id, decision }], nextIds: decision.nextIds });
  });
  const [decision] = decisions;
  if (!committed.ok || decision === undefined) {
    throw new Error(`not committed: ${JSON.stringify(committed)}`);
  }
  run.world = apply(run.world, decision);
  run.jobs.push(...jobsIn(decision));
  return decision;
}

/** All rows of the run's batch, as they are in the store. */
export async function reload(store: Store<string>, run: Run): Promise<Loaded> {
  const { id } = run.world.batch;
  const need: Need = { ...NOTHING, members: new Set(run.world.members.keys()) };
  const seen: Loaded[] = [];
  const read = await store.transact({ batches: new Map([[id, need]]) }, (loaded) => {
    seen.push(loaded);
    return unitOf(loaded);
  });
  const [loaded] = seen;
  if (!read.ok || loaded === undefined) throw new Error(`not read: ${JSON.stringify(read)}`);
  return loaded;
}
