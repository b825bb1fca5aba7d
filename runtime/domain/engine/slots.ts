/** Concurrency limits: how many jobs of one worker or function this batch has out.
 *  L1. `inUse` is the number of outstanding jobs under the key, limited or not; so a limit set
 *      later is right at once, and restart, retry and resume cannot get around it.
 *  L2. While there is room and somebody may wait for it, the slot is due; one pass wakes as many
 *      as fit. The exception: all who wait for a worker also need a function that is full. They
 *      stay where they are, the function's slot knows that it is waited for, and when it gets
 *      room all slots with room and waiters are due again.
 *  L3. A lowered limit takes nothing back: nothing new starts until enough has ended.
 *  L4. First the worker, then the function: whoever gets room under a function while its worker
 *      has none goes over to the worker's queue, and the batch no longer waits for the function,
 *      so its share of that can be dealt to others. Two batches that each held what the other
 *      waits for would else stand for ever.
 *  L5. A pass sees the oldest of a queue, not all. When those who need a full function leave room
 *      under their worker that somebody behind them could take, they go over to the function's
 *      queue, all but the first: the batch still waits for the worker, and keeps its share of it
 *      until the function has room. L4 and L5 each ask for room here and none there, so nobody is
 *      handed round before one of the two has changed. */
import { setExecution } from "./change.ts";
import type { Draft } from "./draft.ts";
import { type ExecutionRow, sentAs } from "./execution-row.ts";
import { type Own, ownRow } from "./own-row.ts";
import { stepOf } from "./plan.ts";
import type { SlotRow } from "./rows.ts";
import {
  functionSlot,
  isWorkerSlot,
  roomIn,
  SLOT_WAKES_MAX,
  slotKeys,
  workerSlot,
} from "./slot-room.ts";
import { addRow, findRow, rowsOf } from "./table.ts";

/** The first key without room; whoever asked is about to wait for it. */
export function fullSlot(d: Draft, keys: readonly string[]): string | null {
  for (const key of keys) {
    const slot = slotOf(d, key);
    if (roomIn(slot) > 0) continue;
    if (!slot.waiting) wait(d, key);
    return key;
  }
  return null;
}

export function takeSlots(d: Draft, keys: readonly string[]): void {
  for (const key of keys) {
    const slot = ownSlot(d, key);
    slot.inUse += 1;
    if (slot.waiting) arm(d, slot);
  }
}

export function freeSlots(d: Draft, row: ExecutionRow): void {
  for (const key of slotKeys(stepOf(d, row).workerId, sentAs(row).functionName)) {
    const slot = ownSlot(d, key);
    slot.inUse -= 1;
    if (slot.waiting) rearm(d);
  }
}

export function grantSlot(d: Draft, key: string, granted: number | null): void {
  const slot = ownSlot(d, key);
  slot.granted = granted;
  arm(d, slot);
  rearm(d);
}

/** Some slot has more room: whoever waits elsewhere may have waited for that one, too. */
function rearm(d: Draft): void {
  for (const { key, waiting, dueAt } of [...rowsOf(d.slots)]) {
    if (waiting && dueAt === null) arm(d, ownSlot(d, key));
  }
}

/** Wakes as many parked executions as there is room for, the oldest first. */
export function wakeWaiting(d: Draft, key: string): readonly ExecutionRow[] {
  const parked = [...rowsOf(d.executions)]
    .filter(({ waitingFor }) => waitingFor === key)
    .sort((one, other) => one.id - other.id)
    .slice(0, SLOT_WAKES_MAX);
  const most = Math.min(roomIn(slotOf(d, key)), SLOT_WAKES_MAX);
  const { woken, blocked } = sortOut(d, key, parked, most);
  const mayHideOthers = parked.length >= SLOT_WAKES_MAX && woken.length < most;
  const over = blocked.filter(({ full }, at) => isWorkerSlot(full) || (mayHideOthers && at > 0));
  for (const { row, full } of over) setExecution(d, row.id, { waitingFor: full });
  const moved = woken.length + over.length;
  const own = ownSlot(d, key);
  own.waiting = parked.length > moved || parked.length >= SLOT_WAKES_MAX;
  if (moved === 0 && parked.length > 0) own.dueAt = null;
  else arm(d, own);
  return woken.map(({ id }) => setExecution(d, id, { waitingFor: null }));
}

type SortedOut = {
  readonly woken: readonly ExecutionRow[];
  /** Seen on the way, with the other key that has no room for them. */
  readonly blocked: readonly { readonly row: ExecutionRow; readonly full: string }[];
};

function sortOut(d: Draft, key: string, parked: readonly ExecutionRow[], most: number): SortedOut {
  const taken = new Map<string, number>();
  const woken: ExecutionRow[] = [];
  const blocked: { readonly row: ExecutionRow; readonly full: string }[] = [];
  for (const row of parked) {
    if (woken.length >= most) break;
    const full = fullElsewhere(d, row, key, taken);
    if (full === null) woken.push(row);
    else blocked.push({ row, full });
  }
  return { woken, blocked };
}

/** The other key of a parked execution when it has no room beside those woken with it; that one
 *  knows from now on that it is waited for. */
function fullElsewhere(
  d: Draft,
  row: ExecutionRow,
  key: string,
  taken: Map<string, number>,
): string | null {
  const other = otherKey(d, row, key);
  if (other === null) return null;
  const slot = slotOf(d, other);
  const beside = taken.get(other) ?? 0;
  if (roomIn(slot) - beside <= 0) {
    if (!slot.waiting) wait(d, other);
    return other;
  }
  taken.set(other, beside + 1);
  return null;
}

/** Null when it is not known before its templates are resolved. */
function otherKey(d: Draft, row: ExecutionRow, key: string): string | null {
  const { workerId, function: named } = stepOf(d, row);
  if (key !== workerSlot(workerId)) return workerSlot(workerId);
  const [part] = named.template;
  const isPlain = named.template.length === 1 && part?.kind === "text";
  const name = row.frozen?.functionName ?? (isPlain ? part.text : null);
  return name === null ? null : functionSlot(name);
}

function slotOf(d: Draft, key: string): SlotRow {
  return findRow(d.slots, key) ?? newSlot(d, key);
}

const newSlot = (d: Draft, key: string): SlotRow => ({
  key,
  batchId: d.batch.id,
  granted: d.world.limited.has(key) ? 0 : null,
  inUse: 0,
  waiting: false,
  dueAt: null,
});

function ownSlot(d: Draft, key: string): Own<SlotRow> {
  if (findRow(d.slots, key) === undefined) addRow(d.slots, key, newSlot(d, key));
  return ownRow(d.slots, key);
}

function wait(d: Draft, key: string): void {
  const slot = ownSlot(d, key);
  slot.waiting = true;
  arm(d, slot);
}

function arm(d: Draft, slot: Own<SlotRow>): void {
  slot.dueAt = slot.waiting && roomIn(slot) > 0 ? (slot.dueAt ?? d.now) : null;
}
