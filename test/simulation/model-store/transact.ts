/** Lock, load, decide, write and commit, with a seam wherever another process could come in. */
import type { BatchId } from "../../../runtime/contract/ids.ts";
import { fail, type Result } from "../../../runtime/contract/result.ts";
import type { NextIds } from "../../../runtime/domain/engine/world.ts";
import type { CommitFailure } from "../../../runtime/store/failure.ts";
import type { LeaseToken, Loaded, Locks } from "../../../runtime/store/loaded.ts";
import { refuse } from "../../../runtime/store/sqlite/refuse.ts";
import type {
  Committed,
  OutgoingMessage,
  RememberedAnswer,
  Unit,
} from "../../../runtime/store/unit.ts";
import { attempt, type Change, drop, put } from "./change.ts";
import { nextId, takeIds } from "./counters.ts";
import type { Connection, Fault } from "./database.ts";
import { keyOf } from "./keys.ts";
import { loadWorlds } from "./load-world.ts";
import type { Holder } from "./locks.ts";
import type { Tables } from "./tables.ts";
import { inTransaction, lockAll, lockNames, pass, release } from "./transaction.ts";
import { writeDecision } from "./write-decision.ts";

/** For whom messages are claimed that a unit leaves in the outbox, and how long. */
export type Claims = { readonly owner: string; readonly claimMs: number };

type Decide<Receipt> = (loaded: Loaded) => Unit<Receipt>;
type Answer = Result<Committed, CommitFailure>;

export const transact = <Receipt>(
  connection: Connection,
  claims: Claims,
  locks: Locks,
  decide: Decide<Receipt>,
): Promise<Answer> =>
  inTransaction(connection, async (holder) => {
    const before = await pass(connection, "before lock");
    if (before !== null) return fail(failureOf(before));
    if (!(await lockAll(connection, holder, lockNames(connection.database, locks)))) {
      return fail({ kind: "busy" });
    }
    const { tables, now } = connection.database;
    if (locks.lease !== undefined && !isHeld(tables, locks.lease, now())) {
      return fail({ kind: "lease-lost", name: locks.lease.name });
    }
    const between = await pass(connection, "before load");
    if (between !== null) return fail(failureOf(between));
    const ids = [...locks.batches.keys()].sort((one, other) => one - other);
    const loaded = loadWorlds(tables, locks.batches, ids, now());
    return commit(connection, holder, claims, loaded, decide(loaded));
  });

async function commit<Receipt>(
  connection: Connection,
  holder: Holder,
  claims: Claims,
  loaded: Loaded,
  unit: Unit<Receipt>,
): Promise<Answer> {
  assertLocked(loaded, unit);
  const fault = await pass(connection, "before commit");
  if (fault !== null && (fault.kind !== "unknown" || !fault.done)) return fail(failureOf(fault));
  const { tables } = connection.database;
  const done = attempt(tables, loaded.now, (change) => writeUnit(change, claims, loaded, unit));
  release(connection, holder);
  const after = fault ?? (await pass(connection, "after commit"));
  return after === null ? done : fail({ kind: "unknown" });
}

const failureOf = (fault: Fault): CommitFailure =>
  fault.kind === "unknown" ? { kind: "unknown" } : fault;

const isHeld = ({ leases }: Tables, { name, owner, token }: LeaseToken, now: Date): boolean => {
  const lease = leases.get(name);
  return lease?.owner === owner && lease.token === token && lease.until > now;
};

/** I32: for whoever writes beside the batches' lives. */
export function assertLease({ tables, now }: Change, lease: LeaseToken): void {
  if (!isHeld(tables, lease, now)) refuse({ kind: "lease-lost", name: lease.name });
}

function assertLocked<Receipt>({ batches }: Loaded, { writes }: Unit<Receipt>): void {
  for (const { batchId } of writes) {
    if (!batches.has(batchId)) throw new Error(`batch ${batchId} was not locked`);
  }
}

function writeUnit<Receipt>(
  change: Change,
  claims: Claims,
  loaded: Loaded,
  unit: Unit<Receipt>,
): Committed {
  useIds(change, loaded.nextIds, unit.nextIds);
  for (const id of loaded.batches.keys()) countTransaction(change, id);
  for (const { batchId, decision } of unit.writes) {
    const rows = change.tables.batches.get(batchId);
    if (rows === undefined) throw new Error(`batch ${batchId} was not locked`);
    writeDecision(change, rows, decision);
  }
  keep(change, unit);
  return { outbox: unit.publish.map((message) => keepMessage(change, claims, message)) };
}

function countTransaction({ tables, undo }: Change, id: BatchId): void {
  const rows = tables.batches.get(id);
  if (rows === undefined) return;
  rows.revision += 1;
  undo.push(() => {
    rows.revision -= 1;
  });
}

/** Only what was used is taken, unless somebody else took it since it was read. */
function useIds({ tables, undo }: Change, from: NextIds, to: NextIds): void {
  for (const name of ["execution", "member", "phase"] as const) {
    if (to[name] === from[name]) continue;
    if (nextId(tables, name) !== from[name]) refuse({ kind: "ids-taken" });
    put(undo, tables.counters, name, to[name]);
  }
}

function keep<Receipt>({ tables, undo, now }: Change, unit: Unit<Receipt>): void {
  keepAnswers({ tables, undo, now }, unit.remember);
  for (const message of unit.consumed) {
    const key = keyOf(message.consumer, message.messageId);
    if (tables.consumed.has(key)) refuse({ kind: "conflict", key });
    put(undo, tables.consumed, key, { ...message, at: now });
  }
  for (const id of unit.sent) drop(undo, tables.outbox, id);
}

export function keepAnswers(
  { tables, undo, now }: Pick<Change, "tables" | "undo" | "now">,
  answers: readonly RememberedAnswer[],
): void {
  for (const answer of answers) {
    const key = keyOf(answer.actor, answer.key);
    if (tables.answers.has(key)) refuse({ kind: "conflict", key });
    put(undo, tables.answers, key, { ...answer, at: now });
  }
}

function keepMessage(change: Change, { owner, claimMs }: Claims, message: OutgoingMessage): number {
  const id = takeIds(change, "outbox");
  const claimedUntil = new Date(change.now.getTime() + claimMs);
  put(change.undo, change.tables.outbox, id, { ...message, id, owner, claimedUntil });
  return id;
}
