/** How much room a slot has. Without a limit a worker's window holds: a large batch must not bury
 *  the jobs of others, nor grow without bound in the broker. */
import type { SlotRow } from "./rows.ts";

/** Most executions one pass over a slot wakes. */
export const SLOT_WAKES_MAX = 500;
/** Most jobs a batch has out with one worker that has no limit. */
export const WORKER_WINDOW = 2_000;

const WORKER = "worker:";

export const workerSlot = (workerId: string): string => WORKER + workerId;
export const functionSlot = (functionName: string): string => `function:${functionName}`;

export const slotKeys = (workerId: string, functionName: string): readonly string[] => [
  workerSlot(workerId),
  functionSlot(functionName),
];

export function roomIn({ key, granted, inUse }: SlotRow): number {
  if (granted !== null) return granted - inUse;
  return key.startsWith(WORKER) ? WORKER_WINDOW - inUse : Number.POSITIVE_INFINITY;
}
