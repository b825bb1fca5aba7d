/** One process's connection to the model, and its transactions. What a database does in one
 *  statement happens in one turn; between statements others may come in, and at each such seam
 *  the simulation decides when to go on and what goes wrong.
 *  C1. A transaction's locks are taken by its first statement; what it loads is what was committed
 *      when the load ran; its writes and its commit are one statement.
 *  C2. When the connection is dropped its transactions are rolled back, their locks are free, and
 *      nobody who waits on it ever hears an answer: that is what a crash looks like. */
import type { BatchId } from "../../../runtime/contract/ids.ts";
import { fail, type Result } from "../../../runtime/contract/result.ts";
import type { CommitFailure, StoreFailure } from "../../../runtime/store/failure.ts";
import type { Locks } from "../../../runtime/store/loaded.ts";
import { attempt, type Change } from "./change.ts";
import { type Holder, type LockTable, newHolder } from "./locks.ts";
import type { Tables } from "./tables.ts";

export type Seam =
  | "before lock"
  | "before load"
  | "before commit"
  | "after commit"
  | "before read"
  | "before write"
  | "after write";

/** What goes wrong at a seam. `unknown` is about a commit: no answer came, and it was or was not
 *  carried out. */
export type Fault = StoreFailure | { readonly kind: "unknown"; readonly done: boolean };

/** Nothing: go on at once. */
export type Step = (seam: Seam) => Promise<Fault | undefined> | undefined;

/** How a transaction keeps others away from its batches. */
export type Discipline =
  | "locked in order"
  /** As the caller names them: two that cross are a deadlock. */
  | "locked as named"
  /** Not at all: loses what two transactions do at once (R04). */
  | "unlocked";

export type Database = {
  readonly tables: Tables;
  readonly locks: LockTable;
  readonly now: () => Date;
  readonly discipline: Discipline;
};

export type Connection = {
  readonly database: Database;
  readonly step: Step;
  readonly open: Set<Holder>;
  dead: boolean;
};

const NEVER = new Promise<never>(() => {});

/** What the simulation makes of a seam; a dead connection never gets past it. */
export async function pass(connection: Connection, seam: Seam): Promise<Fault | null> {
  const fault = connection.dead ? NEVER : connection.step(seam);
  const outcome = fault === undefined ? null : ((await fault) ?? null);
  return connection.dead ? NEVER : outcome;
}

/** What was committed when the statement ran. */
export async function read<Value>(
  connection: Connection,
  look: (tables: Tables, now: Date) => Value,
): Promise<Result<Value, StoreFailure>> {
  const fault = await pass(connection, "before read");
  if (fault !== null) return fail(asStoreFailure(fault));
  const { tables, now } = connection.database;
  return { ok: true, value: look(tables, now()) };
}

/** A change beside the batches' lives: one statement, behind the locks it names. */
export async function write<Value>(
  connection: Connection,
  names: readonly string[],
  work: (change: Change) => Value,
): Promise<Result<Value, CommitFailure>> {
  const fault = await pass(connection, "before write");
  if (fault !== null && fault.kind !== "unknown") return fail(fault);
  if (fault?.kind === "unknown" && !fault.done) return fail({ kind: "unknown" });
  return inTransaction(connection, async (holder) => {
    if (!(await lockAll(connection, holder, names))) return fail({ kind: "busy" });
    const { tables, now } = connection.database;
    const done = attempt(tables, now(), work);
    release(connection, holder);
    const after = await pass(connection, "after write");
    return fault?.kind === "unknown" || after !== null ? fail({ kind: "unknown" }) : done;
  });
}

/** For works that no rule of the store can refuse. */
export async function change<Value>(
  connection: Connection,
  work: (change: Change) => Value,
  names: readonly string[] = [],
): Promise<Result<Value, StoreFailure>> {
  const written = await write(connection, names, work);
  return written.ok ? written : fail(asStoreFailure(written.error));
}

const asStoreFailure = (failure: CommitFailure | Fault): StoreFailure => {
  switch (failure.kind) {
    case "full":
    case "busy":
    case "unavailable":
      return failure;
    case "unknown":
      return { kind: "unavailable", reason: "no answer came" };
    default:
      throw new Error(`a work that cannot be refused was: ${failure.kind}`);
  }
};

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
