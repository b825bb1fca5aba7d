/** Concurrency limits: how many jobs of one worker or function this batch has out.
 *  L1. `inUse` is the number of outstanding jobs under the key, limited or not; so a limit set
 *      later is right at once, and restart, retry and resume cannot get around it.
 *  L2. While there is room and somebody may wait, the slot is due; one pass wakes as many as fit.
 *  L3. A lowered limit takes nothing back: nothing new starts until enough has ended. */
import { setExecution } from "./change.ts";
import type { Draft } from "./draft.ts";
import { type ExecutionRow, sentAs } from "./execution-row.ts";
import { stepOf } from "./plan.ts";
import type { SlotRow } from "./rows.ts";
import { addRow, findRow, rowsOf } from "./table.ts";

/** Most executions one pass wakes. */
export const SLOT_WAKES_MAX = 500;

const workerSlot = (workerId: string): string => `worker:${workerId}`;
const functionSlot = (functionName: string): string => `function:${functionName}`;

export const slotKeys = (workerId: string, functionName: string): readonly string[] => [
  workerSlot(workerId),
  functionSlot(functionName),
];

const room = ({ granted, inUse }: SlotRow): number =>
  granted === null ? Number.POSITIVE_INFINITY : granted - inUse;

/** The first key without room; whoever asked is about to wait for it. */
export function fullSlot(d: Draft, keys: readonly string[]): string | null {
  for (const key of keys) {
    const slot = slotOf(d, key);
    if (room(slot) > 0) continue;
    setSlot(d, { ...slot, waiting: true });
    return key;
  }
  return null;
}

export function takeSlots(d: Draft, keys: readonly string[]): void {
  for (const key of keys) {
    const slot = slotOf(d, key);
    setSlot(d, { ...slot, inUse: slot.inUse + 1 });
  }
}

export function freeSlots(d: Draft, row: ExecutionRow): void {
  for (const key of slotKeys(stepOf(d, row).workerId, sentAs(row).functionName)) {
    const slot = slotOf(d, key);
    setSlot(d, { ...slot, inUse: slot.inUse - 1 });
  }
}

export function grantSlot(d: Draft, key: string, granted: number | null): void {
  setSlot(d, { ...slotOf(d, key), granted });
}

/** Wakes as many parked executions as there is room for, the oldest first. */
export function wakeWaiting(d: Draft, key: string): readonly ExecutionRow[] {
  const slot = slotOf(d, key);
  const parked = [...rowsOf(d.executions)]
    .filter(({ waitingFor }) => waitingFor === key)
    .sort((one, other) => one.id - other.id);
  const woken = parked.slice(0, Math.min(room(slot), SLOT_WAKES_MAX));
  setSlot(d, { ...slot, waiting: woken.length < parked.length });
  return woken.map(({ id }) => setExecution(d, id, { waitingFor: null }));
}

function slotOf(d: Draft, key: string): SlotRow {
  const known = findRow(d.slots, key);
  if (known !== undefined) return known;
  const granted = d.world.limited.has(key) ? 0 : null;
  return { key, batchId: d.batch.id, granted, inUse: 0, waiting: false, dueAt: null };
}

function setSlot(d: Draft, slot: SlotRow): void {
  const isDue = slot.waiting && room(slot) > 0;
  const row = { ...slot, dueAt: isDue ? (slot.dueAt ?? d.now) : null };
  if (findRow(d.slots, slot.key) === undefined) addRow(d.slots, slot.key, row);
  else d.slots.changed.set(slot.key, row);
}
