/** The store in one SQLite file, for one process: it keeps the only writing connection. */
import type { DatabaseSync } from "node:sqlite";
import type { Result } from "../../contract/result.ts";
import type { CommitFailure } from "../failure.ts";
import { deleteMessages } from "../operations/outbox/delete-messages.ts";
import { insertAnswers } from "../operations/record/insert-answers.ts";
import { insertConsumed } from "../operations/record/insert-consumed.ts";
import type { Store } from "../store.ts";
import type { Committed, Unit } from "../unit.ts";
import { batchRows } from "./batch-rows.ts";
import { type DatabaseOptions, openDatabase } from "./database.ts";
import { type Delivery, deliver, type Messages } from "./delivery.ts";
import { discoveryRows } from "./discovery-rows.ts";
import { dueRows } from "./due-rows.ts";
import { incidentRows } from "./incident-rows.ts";
import { type Journal, openJournal } from "./journal.ts";
import { leaseRows } from "./lease-rows.ts";
import { lookupRows } from "./lookup-rows.ts";
import { migrate } from "./migrate.ts";
import { outboxRows } from "./outbox-rows.ts";
import { recordRows } from "./record-rows.ts";
import { runbookRows } from "./runbook-rows.ts";
import { prepareStatements, type Statements } from "./statements.ts";
import { lockAndLoad, takeIds, writeDecisions } from "./transact.ts";
import { workerRows } from "./worker-rows.ts";
import { openWriter } from "./writer.ts";

export type SqliteOptions<Receipt> = DatabaseOptions & {
  readonly now: () => Date;
  readonly delivery: (journal: Journal) => Delivery<Receipt>;
};

export type SqliteStore<Receipt> = Store<Receipt> & {
  /** For the embedded broker that shares the database. */
  readonly journal: Journal;
  /** Rows of another part that lives in this database, prepared once. Whatever writes them is
   *  called from within `together`, and nowhere else. */
  readonly share: <Rows>(prepare: (database: DatabaseSync) => Rows) => Rows;
  /** One synchronous work of a host in a commit of its own, or with others of the same turn:
   *  shared rows, messages and receipts are all written, or nothing is. */
  readonly together: <Value>(
    work: (inside: Inside<Receipt>) => Value,
  ) => Promise<Result<Value, CommitFailure>>;
};

export type Inside<Receipt> = {
  /** The time by the store's clock, the same for the whole work. */
  readonly now: Date;
  /** The same as a unit's messages and receipts: the store's way of delivery takes them. */
  readonly deliver: (messages: Messages<Receipt>) => Committed;
};

export async function openSqliteStore<Receipt>(
  options: SqliteOptions<Receipt>,
): Promise<SqliteStore<Receipt>> {
  const database = openDatabase(options);
  try {
    await migrate(database);
    return storeIn(database, options);
  } catch (error) {
    database.close();
    throw error;
  }
}

function storeIn<Receipt>(
  database: DatabaseSync,
  { now, delivery: choose }: SqliteOptions<Receipt>,
): SqliteStore<Receipt> {
  const statements = prepareStatements(database);
  const writer = openWriter(database);
  const journal = openJournal(statements, writer);
  const delivery = choose(journal);
  const access = { statements, writer, now };
  const together = <Value>(
    work: (at: Date, send: Inside<Receipt>["deliver"]) => Value,
  ): Promise<Result<Value, CommitFailure>> => {
    const told: ((committed: boolean) => void)[] = [];
    return writer.write(
      () => {
        const at = now();
        const send = (messages: Messages<Receipt>): Committed =>
          deliver(statements, journal, delivery, messages, at, (ended) => told.push(ended));
        return work(at, send);
      },
      (committed) => {
        for (const ended of told) ended(committed);
      },
    );
  };
  return {
    transact: (locks, decide) =>
      together((at, send) => {
        const loaded = lockAndLoad(statements, locks, at);
        const unit = decide(loaded);
        writeDecisions(statements, loaded, unit.writes);
        takeIds(statements, loaded.nextIds, unit.nextIds);
        keep(statements, unit, at.toISOString());
        return send(unit);
      }),
    due: dueRows(access),
    leases: leaseRows(access),
    batches: batchRows(access),
    runbooks: runbookRows(access),
    records: recordRows(access),
    incidents: incidentRows(access),
    lookups: lookupRows(access),
    discovery: discoveryRows(access),
    outbox: outboxRows(access),
    workers: workerRows(access),
    journal,
    share: (prepare) => prepare(database),
    together: (work) => together((at, send) => work({ now: at, deliver: send })),
    close: writer.close,
  };
}

function keep<Receipt>(statements: Statements, unit: Unit<Receipt>, at: string): void {
  for (const { actor, key, requestHash, response } of unit.remember) {
    statements.run(insertAnswers, [actor, key, requestHash, response, at]);
  }
  for (const { consumer, messageId, response } of unit.consumed) {
    statements.run(insertConsumed, [consumer, messageId, response, at]);
  }
  if (unit.sent.length > 0) statements.run(deleteMessages, [JSON.stringify(unit.sent)]);
}
