/** One process's connection to the model, and its transactions. What a database does in one
 *  statement happens in one turn; between statements others may come in, and at each such seam
 *  the simulation decides when to go on and what goes wrong.
 *  C1. A transaction's locks are taken by its first statement; what it loads is what was committed
 *      when the load ran; its writes and its commit are one statement.
 *  C2. When the connection is dropped its transactions are rolled back, their locks are free, and
 *      nobody who waits on it ever hears an answer: that is what a crash looks like. */

import { fail, type Result } from "../../../runtime/contract/result.ts";
import type { CommitFailure, StoreFailure } from "../../../runtime/store/failure.ts";
import { attempt, type Change } from "./change.ts";
import type { Connection, Fault } from "./database.ts";
import type { Tables } from "./tables.ts";
import { inTransaction, lockAll, pass, release } from "./transaction.ts";

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
