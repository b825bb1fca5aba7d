/** The store in one SQLite file, for one process: it keeps the only writing connection. */
import type { DatabaseSync } from "node:sqlite";
import type { Result } from "../../contract/result.ts";
import type { Audit } from "../audit.ts";
import type { CommitFailure } from "../failure.ts";
import type { Loaded, Locks } from "../loaded.ts";
import { deleteMessages } from "../operations/outbox/delete-messages.ts";
import { insertConsumed } from "../operations/record/insert-consumed.ts";
import type { Reports } from "../reports.ts";
import type { Store } from "../store.ts";
import type { Committed, Unit } from "../unit.ts";
import { type Access, reading } from "./access.ts";
import { keepAnswers } from "./answers.ts";
import { auditRows } from "./audit-rows.ts";
import { batchRows } from "./batch-rows.ts";
import { type DatabaseOptions, enlargeLog, openDatabase } from "./database.ts";
import { type Delivery, deliver, type Messages } from "./delivery.ts";
import { discoveryRows } from "./discovery-rows.ts";
import { dueRows } from "./due-rows.ts";
import { followUnit } from "./follow-unit.ts";
import { incidentRows } from "./incident-rows.ts";
import { type Journal, openJournal } from "./journal.ts";
import { leaseRows } from "./lease-rows.ts";
import { lookupRows } from "./lookup-rows.ts";
import { migrate } from "./migrate.ts";
import { outboxRows } from "./outbox-rows.ts";
import { recordRows } from "./record-rows.ts";
import { reportRows } from "./report-rows.ts";
import { openRowCache, type RowCache } from "./row-cache.ts";
import { runbookRows } from "./runbook-rows.ts";
import { prepareStatements, type Statements } from "./statements.ts";
import { lockAndLoad, takeIds, writeDecisions } from "./transact.ts";
import { workerRows } from "./worker-rows.ts";
import { type Breathe, openWriter } from "./writer.ts";

export type SqliteOptions<Receipt> = DatabaseOptions & {
  readonly now: () => Date;
  readonly delivery: (journal: Journal) => Delivery<Receipt>;
  /** How many rows of members and executions are kept at hand. */
  readonly cachedRowsMax?: number;
  /** For hosts with timers and sockets: called between commits, now and then. */
  readonly breathe?: Breathe;
};

export type SqliteStore<Receipt> = Store<Receipt> & {
  readonly reports: Reports;
  readonly audit: Audit;
  /** For the embedded broker that shares the database. */
  readonly journal: Journal;
  /** Rows of another part that lives in this database, prepared once. Whatever writes them is
   *  called from within `together`, and nowhere else. */
  readonly share: <Rows>(prepare: (database: DatabaseSync) => Rows) => Rows;
  /** When no commit is half written; whoever reads shared rows waits for it. */
  readonly settled: () => Promise<void>;
  /** One synchronous work of a host in a commit of its own, or with others of the same turn:
   *  shared rows, messages and receipts are all written, or nothing is. */
  readonly together: Together<Receipt>;
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
    if (options.logBytes !== undefined) enlargeLog(options.path, options.logBytes);
    return storeIn(database, options);
  } catch (error) {
    database.close();
    throw error;
  }
}

function storeIn<Receipt>(
  database: DatabaseSync,
  { now, delivery: choose, cachedRowsMax, breathe }: SqliteOptions<Receipt>,
): SqliteStore<Receipt> {
  const statements = prepareStatements(database);
  const writer = openWriter(database, breathe);
  const journal = openJournal(statements, writer);
  const access = { statements, writer, now, read: reading(writer) };
  const together = inOneCommit(access, journal, choose(journal));
  const cache = openRowCache(cachedRowsMax);
  return {
    transact: (locks, decide) =>
      together(
        ({ now: at, deliver: send }) => transact({ statements, cache }, locks, decide, at, send),
        (committed) => {
          if (!committed) cache.clear();
        },
      ),
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
    reports: reportRows(access),
    audit: auditRows(access),
    journal,
    share: (prepare) => prepare(database),
    settled: async () => writer.settled(),
    together,
    close: writer.close,
  };
}

type Together<Receipt> = <Value>(
  work: (inside: Inside<Receipt>) => Value,
  ended?: (committed: boolean) => void,
) => Promise<Result<Value, CommitFailure>>;

function inOneCommit<Receipt>(
  { statements, writer, now }: Access,
  journal: Journal,
  delivery: Delivery<Receipt>,
): Together<Receipt> {
  return (work, ended) => {
    const told: ((committed: boolean) => void)[] = ended === undefined ? [] : [ended];
    return writer.write(
      () => {
        const at = now();
        const send = (messages: Messages<Receipt>): Committed =>
          deliver(
            statements,
            journal,
            delivery,
            messages,
            at,
            (tell) => told.push(tell),
            writer.expect,
          );
        return work({ now: at, deliver: send });
      },
      (committed) => {
        for (const tell of told) tell(committed);
      },
    );
  };
}

type Rows = { readonly statements: Statements; readonly cache: RowCache };

/** A unit that is refused, or whose decision throws, leaves nothing of itself in the cache: the
 *  next one may be decided in the same commit. */
function transact<Receipt>(
  { statements, cache }: Rows,
  locks: Locks,
  decide: (loaded: Loaded) => Unit<Receipt>,
  at: Date,
  send: Inside<Receipt>["deliver"],
): Committed {
  try {
    const loaded = lockAndLoad(statements, cache, locks, at);
    const unit = decide(loaded);
    writeDecisions(statements, loaded, unit.writes);
    takeIds(statements, loaded.nextIds, unit.nextIds);
    keep(statements, unit, at.toISOString());
    const committed = send(unit);
    followUnit(cache, loaded, unit.writes);
    return committed;
  } catch (error) {
    cache.drop(locks.batches.keys());
    throw error;
  }
}

function keep<Receipt>(statements: Statements, unit: Unit<Receipt>, at: string): void {
  keepAnswers(statements, unit.remember, at);
  for (const { consumer, messageId, response } of unit.consumed) {
    statements.run(insertConsumed, [consumer, messageId, response, at]);
  }
  if (unit.sent.length > 0) statements.run(deleteMessages, [JSON.stringify(unit.sent)]);
}
