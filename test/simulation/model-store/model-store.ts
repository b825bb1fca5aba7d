/** A store in plain memory that behaves like a database with READ COMMITTED SNAPSHOT, at the level
 *  of the store's operations: for the races that SQLite, with its one writer, cannot show. It is
 *  equal to SQLite by the store's suite; what it adds are the seams (`connection.ts`), several
 *  connections, deadlocks and commits whose end nobody hears of. */
import type { Store } from "../../../runtime/store/store.ts";
import { batchesOf } from "./batches.ts";
import type { Connection, Database, Discipline, Step } from "./database.ts";
import { discoveryOf } from "./discovery.ts";
import { dueOf } from "./due.ts";
import { incidentsOf } from "./incidents.ts";
import { leasesOf } from "./leases.ts";
import { openLocks } from "./locks.ts";
import { lookupsOf } from "./lookups.ts";
import { outboxOf } from "./outbox.ts";
import { recordsOf } from "./records.ts";
import { runbooksOf } from "./runbooks.ts";
import { emptyTables, type Tables } from "./tables.ts";
import { type Claims, transact } from "./transact.ts";
import { workersOf } from "./workers.ts";

export type ModelOptions = {
  /** The clock that decides. */
  readonly now: () => Date;
  readonly discipline?: Discipline;
};

export type ModelConnection<Receipt> = {
  readonly store: Store<Receipt>;
  /** The process is gone: its transactions are rolled back, its calls never answer. */
  readonly drop: () => void;
};

export type ModelDatabase = {
  /** What is committed, for checkers. */
  readonly tables: Tables;
  readonly connect: <Receipt>(claims: Claims, step?: Step) => ModelConnection<Receipt>;
  /** Locks that somebody has at present. */
  readonly locksHeld: () => number;
};

export function openModelDatabase(options: ModelOptions): ModelDatabase {
  const { now, discipline = "locked in order" } = options;
  const locks = openLocks();
  const database: Database = { tables: emptyTables(), locks, now, discipline };
  return {
    tables: database.tables,
    connect: (claims, step = () => undefined) => connect(database, claims, step),
    locksHeld: locks.held,
  };
}

function connect<Receipt>(
  database: Database,
  claims: Claims,
  step: Step,
): ModelConnection<Receipt> {
  const connection: Connection = { database, step, open: new Set(), dead: false };
  return {
    store: {
      transact: (locks, decide) => transact(connection, claims, locks, decide),
      due: dueOf(connection),
      leases: leasesOf(connection),
      batches: batchesOf(connection),
      runbooks: runbooksOf(connection),
      records: recordsOf(connection),
      incidents: incidentsOf(connection),
      discovery: discoveryOf(connection),
      lookups: lookupsOf(connection),
      outbox: outboxOf(connection),
      workers: workersOf(connection),
      close: async () => {},
    },
    drop: () => {
      connection.dead = true;
      const open = [...connection.open];
      for (const holder of open) holder.dead = true;
      for (const holder of open) database.locks.release(holder);
    },
  };
}
