/** A transaction of the model: its locks, taken first and free when it has ended, and the seams
 *  it passes. What a dead connection waits for never comes. */

import type { BatchId } from "../../../runtime/contract/ids.ts";
import type { Locks } from "../../../runtime/store/loaded.ts";
import type { Connection, Database, Fault, Seam } from "./database.ts";
import { type Holder, newHolder } from "./locks.ts";

const NEVER = new Promise<never>(() => {});

/** What the simulation makes of a seam; a dead connection never gets past it. */
export async function pass(connection: Connection, seam: Seam): Promise<Fault | null> {
  const fault = connection.dead ? NEVER : connection.step(seam);
  const outcome = fault === undefined ? null : ((await fault) ?? null);
  return connection.dead ? NEVER : outcome;
}

/** Its locks are free when it has ended, however it ended. */
export async function inTransaction<Value>(
  connection: Connection,
  work: (holder: Holder) => Promise<Value>,
): Promise<Value> {
  const holder = newHolder();
  connection.open.add(holder);
  try {
    return await work(holder);
  } finally {
    release(connection, holder);
  }
}

export function release({ database, open }: Connection, holder: Holder): void {
  open.delete(holder);
  database.locks.release(holder);
}

/** False: a deadlock, and this one is the victim. */
export async function lockAll(
  { database }: Connection,
  holder: Holder,
  names: readonly string[],
): Promise<boolean> {
  for (const name of names) {
    const taken = database.locks.take(holder, name);
    const has = taken === true || (await taken);
    if (holder.dead) return NEVER;
    if (!has) return false;
  }
  return true;
}

export function lockNames({ discipline }: Database, locks: Locks): readonly string[] {
  const lease = locks.lease === undefined ? [] : [leaseLock(locks.lease.name)];
  if (discipline === "unlocked") return lease;
  const ids = [...locks.batches.keys()];
  if (discipline === "locked in order") ids.sort((one, other) => one - other);
  return [...lease, ...ids.map(batchLock)];
}

const batchLock = (id: BatchId): string => `batch ${id}`;
export const leaseLock = (name: string): string => `lease ${name}`;
