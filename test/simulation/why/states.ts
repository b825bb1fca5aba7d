/** States of the platform as they come about in simulated runs: all batches with all their rows, at
 *  moments that the seed chooses. */
import type { BatchId, MemberId, PhaseExecutionId } from "../../../runtime/contract/ids.ts";
import type { World } from "../../../runtime/domain/engine/world.ts";
import type { Facts, PausedBy } from "../../../runtime/domain/why/facts.ts";
import { hash32 } from "../kernel/random.ts";
import { runPlan } from "../run-seed.ts";
import type { Checker, Scene } from "../watch/checker.ts";
import type { BatchRows, Commit } from "../watch/commit.ts";
import { manifests, WORKER_IDS } from "../world/functions.ts";
import type { WorldPlan } from "../world/plan.ts";

export type State = {
  readonly seed: number;
  readonly now: Date;
  readonly worlds: ReadonlyMap<BatchId, World>;
  readonly around: ReadonlyMap<BatchId, Around>;
};

/** What is known about a batch and is in no row of the core. */
export type Around = Pick<Facts, "paused" | "absent">;

const OFFERED = new Map([...manifests].map(([name, { idempotency }]) => [name, idempotency]));
/** Ids that a run of this size does not come near. */
const NEXT_IDS = { execution: 1_000_000, member: 1_000_000, phase: 1_000_000 };

/** One look in so many is kept. */
const KEPT_EVERY = 2;

export type Run = {
  readonly states: readonly State[];
  /** How it was when the run was over. */
  readonly end: State["worlds"];
};

/** At most so many states, from a run with the weather and the orders that its plan has. */
export async function runOf(plan: WorldPlan, most: number): Promise<Run> {
  const states: State[] = [];
  const end = new Map<BatchId, World>();
  await runPlan(plan, null, null, [keeper(plan.seed, most, states, end)]);
  return { states, end };
}

export const statesOf = async (plan: WorldPlan, most: number): Promise<readonly State[]> =>
  (await runOf(plan, most)).states;

function keeper(seed: number, most: number, states: State[], end: Map<BatchId, World>): Checker {
  return {
    id: "states",
    open: (scene) => {
      const paused = new Map<string, PausedBy>();
      let shown: ReadonlySet<string> = new Set();
      let looks = 0;
      return {
        onCommit: (commit) => notePauses(paused, commit),
        onEnd: ({ batches }) => {
          for (const each of batches) end.set(each.batch.id, worldOf(scene, each));
        },
        onSource: (_host, { mood, keys }) => {
          if (mood !== "fails" && mood !== "cut-off") shown = keys;
        },
        onProbe: ({ now, batches }) => {
          looks += 1;
          const isKept = hash32(seed, `state ${looks}`) % KEPT_EVERY === 0;
          if (!isKept || states.length >= most) return;
          const rows = [...batches];
          if (rows.length === 0) return;
          states.push({
            seed,
            now,
            worlds: new Map(rows.map((each) => [each.batch.id, worldOf(scene, each)])),
            around: new Map(rows.map((each) => [each.batch.id, aroundOf(each, paused, shown)])),
          });
        },
      };
    },
  };
}

function notePauses(paused: Map<string, PausedBy>, { batchId, events, at }: Commit): void {
  for (const { type, phaseId, actor } of events) {
    if (type === "batch.paused") paused.set(`${batchId} 0`, { actor, at });
    if (type === "phase.paused") paused.set(`${batchId} ${phaseId}`, { actor, at });
  }
}

function worldOf(scene: Scene, rows: BatchRows): World {
  const { batch, phases, members, executions, slots, attention } = rows;
  return {
    batch,
    phases: new Map(phases),
    members: new Map(members),
    executions: new Map(executions),
    slots: new Map(slots),
    attention: new Map(attention),
    plans: { get: (version) => scene.planOf(batch.runbookName, version) },
    workers: new Map(WORKER_IDS.map((id) => [id, OFFERED])),
    limited: new Set(
      [...slots.values()].flatMap(({ key, granted }) => (granted === null ? [] : [key])),
    ),
    nextIds: NEXT_IDS,
  };
}

/** Who is gone while somebody must approve removals. */
function aroundOf(
  { batch, members, attention, phases }: BatchRows,
  paused: ReadonlyMap<string, PausedBy>,
  shown: ReadonlySet<string>,
): Around {
  const isHeld = attention.has(`batch:${batch.id}:removals`);
  const absent = new Set<MemberId>();
  for (const { id, key, status, removalApproved } of members.values()) {
    if (isHeld && status === "active" && !removalApproved && !shown.has(key)) absent.add(id);
  }
  const ids: readonly (PhaseExecutionId | 0)[] = [0, ...phases.keys()];
  const known = ids.flatMap((id) => {
    const by = paused.get(`${batch.id} ${id}`);
    return by === undefined ? [] : [[id, by] as const];
  });
  return { paused: new Map(known), absent };
}

/** The facts that the rows of a world are, with those of the batches that members wait for. */
export function factsOf(state: State, world: World, now: Date, isElsewhere = false): Facts {
  const { batch, phases, members, executions, slots, attention, plans } = world;
  const steps = new Map<
    MemberId | 0,
    World["executions"] extends ReadonlyMap<unknown, infer Row> ? Row[] : never
  >();
  for (const row of [...executions.values()].sort((one, other) => one.id - other.id)) {
    const own = steps.get(row.memberId);
    if (own === undefined) steps.set(row.memberId, [row]);
    else own.push(row);
  }
  const waited = isElsewhere ? [] : [...members.values()].flatMap(({ waitsFor }) => waitsFor ?? []);
  const elsewhere = new Map(
    [...new Set(waited)].flatMap((id) => {
      const other = state.worlds.get(id);
      return other === undefined ? [] : [[id, factsOf(state, other, now, true)] as const];
    }),
  );
  const around = state.around.get(batch.id) ?? { paused: new Map(), absent: new Set() };
  return {
    now,
    batch,
    phases: [...phases.values()].sort((one, other) => one.id - other.id),
    members,
    steps,
    slots,
    attention,
    plans,
    incidents: [],
    elsewhere,
    ...around,
  };
}
