/** How much room a slot has. Without a limit a worker's window holds: a large batch must not bury
 *  the jobs of others, nor grow without bound in the broker. */
import type { SlotRow } from "./rows.ts";

/** Most executions one pass over a slot wakes. */
export const SLOT_WAKES_MAX = 500;
/** Most jobs a batch has out with one worker that has no limit. */
export const WORKER_WINDOW = 2_000;

const WORKER = "worker:";

export const workerSlot = (workerId: string): string => WORKER + workerId;
export const isWorkerSlot = (key: string): boolean => key.startsWith(WORKER);
export const functionSlot = (functionName: string): string => `function:${functionName}`;

type Keys = readonly [worker: string, named: string];

/** Asked for three times with every step, and a batch has few functions: the last ones are kept,
 *  for a text that was just put together must be read through to be found in a table. */
const KEYS_MAX = 256;
const known = new Map<string, { readonly workerId: string; readonly keys: Keys }>();

export function slotKeys(workerId: string, functionName: string): Keys {
  const last = known.get(functionName);
  if (last !== undefined && last.workerId === workerId) return last.keys;
  const keys = [workerSlot(workerId), functionSlot(functionName)] as const;
  if (known.size >= KEYS_MAX) known.clear();
  known.set(functionName, { workerId, keys });
  return keys;
}

export function roomIn({ key, granted, inUse }: SlotRow): number {
  if (granted !== null) return granted - inUse;
  return isWorkerSlot(key) ? WORKER_WINDOW - inUse : Number.POSITIVE_INFINITY;
}
