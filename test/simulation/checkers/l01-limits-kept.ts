/** L1: a batch has no more jobs out under a limit than it was granted, whatever is retried, polled
 *  or resumed, and what it says is out is what its steps say. All batches together are granted no
 *  more than the limit: a share is raised only into room that nobody holds, by a share or by jobs
 *  that are out (D4). What a lowered limit finds out already may end in its time. */
import type { ExecutionRow } from "../../../runtime/domain/engine/execution-row.ts";
import type { SlotRow } from "../../../runtime/domain/engine/rows.ts";
import { slotKeys } from "../../../runtime/domain/engine/slot-room.ts";
import type { Checker, Scene } from "../watch/checker.ts";
import type { BatchRows, Change, Commit } from "../watch/commit.ts";
import { stepPlanOf } from "../watch/step-plan.ts";

/** Who deals shares may have read the limit so long ago, and not longer: its lease is over. */
const DEALT_MS = 180_000;

type Keys = readonly string[];

function keysOf(scene: Scene, rows: BatchRows, row: ExecutionRow | null): Keys {
  if (row === null || !row.outstanding || row.frozen === null) return [];
  const step = stepPlanOf(scene, rows, row);
  return step === null ? [] : slotKeys(step.workerId, row.frozen.functionName);
}

/** Jobs that are out under each key, counted from the steps of one batch. */
type Out = Map<string, number>;

function recount(scene: Scene, { executions, rows }: Commit, out: Out): ReadonlySet<string> {
  const touched = new Set<string>();
  const add = (keys: Keys, by: number): void => {
    for (const key of keys) {
      out.set(key, (out.get(key) ?? 0) + by);
      touched.add(key);
    }
  };
  for (const { before, after } of executions) {
    if (before?.outstanding === after.outstanding) continue;
    add(keysOf(scene, rows, before), -1);
    add(keysOf(scene, rows, after), 1);
  }
  return touched;
}

/** The limits of each key, one after the other. */
function openLimits(scene: Scene) {
  const limits = new Map<string, { readonly most: number; readonly since: number }[]>();
  const listOf = (key: string) => {
    const list = limits.get(key) ?? [{ most: Number.POSITIVE_INFINITY, since: 0 }];
    limits.set(key, list);
    return list;
  };
  return {
    set: (key: string, most: number | null): void => {
      const since = scene.now().getTime();
      listOf(key).push({ most: most ?? Number.POSITIVE_INFINITY, since });
    },
    /** The largest that whoever deals may know of. */
    of: (key: string): number => {
      const from = scene.now().getTime() - DEALT_MS;
      const list = listOf(key);
      const current = list.filter((_, at) => (list[at + 1]?.since ?? from) >= from);
      return Math.max(...current.map(({ most }) => most));
    },
  };
}

const heldBy = (slot: SlotRow | null | undefined, out: number): number =>
  Math.max(slot?.granted ?? 0, out);

/** More may be sent than before. */
const isRaised = ({ before, after }: Change<SlotRow>): boolean =>
  after.granted !== null && after.granted > (before?.granted ?? after.inUse);

export const limitsKept: Checker = {
  id: "L1",
  open: (scene, violate) => {
    const outs = new Map<number, Out>();
    const limits = openLimits(scene);
    const outOf = (id: number, key: string): number => outs.get(id)?.get(key) ?? 0;
    const heldByAll = (key: string): number => {
      let sum = 0;
      for (const { batch, slots } of scene.batches()) {
        sum += heldBy(slots.get(key), outOf(batch.id, key));
      }
      return sum;
    };
    return {
      onLimit: limits.set,
      onCommit: (commit) => {
        const { slots, batchId, rows } = commit;
        const out: Out = outs.get(batchId) ?? new Map();
        outs.set(batchId, out);
        for (const key of recount(scene, commit, out)) {
          const said = rows.slots.get(key)?.inUse ?? 0;
          const is = out.get(key) ?? 0;
          if (said !== is)
            violate(`batch ${batchId} says ${said} jobs of ${key} are out, ${is} are`);
        }
        for (const change of slots) {
          const { before, after } = change;
          const { key, granted, inUse } = after;
          const isOut = outOf(batchId, key);
          if (inUse !== isOut) violate(`batch ${batchId} has ${isOut} of ${key} out, not ${inUse}`);
          if (granted === null) continue;
          if (inUse === granted) scene.reached("limit-used-up");
          const isSame = before === null || before.granted === granted;
          const grew = inUse > (before?.inUse ?? 0);
          if (isSame && grew && inUse > granted) {
            violate(`batch ${batchId} has ${inUse} jobs of ${key} out and may have ${granted}`);
          }
          if (!isRaised(change)) continue;
          const held = heldByAll(key);
          if (held > limits.of(key)) {
            violate(`batch ${batchId} was raised to ${granted} of ${key}: ${held} are held`);
          }
        }
      },
    };
  },
};
