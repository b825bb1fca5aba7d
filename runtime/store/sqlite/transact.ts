/** Lock, load, decide, write: one synchronous work for the writer. */
import type { BatchId } from "../../contract/ids.ts";
import type { NextIds } from "../../domain/engine/world.ts";
import type { LeaseToken, Loaded, LockedBatch, Locks } from "../loaded.ts";
import { type Cell, plain } from "../operations/columns.ts";
import { checkLease } from "../operations/lock/check-lease.ts";
import { lockBatches } from "../operations/lock/lock-batches.ts";
import { moveNextId } from "../operations/lock/move-next-id.ts";
import { readNextIds } from "../operations/lock/read-next-ids.ts";
import type { Call } from "../operations/write/call.ts";
import { decisionCalls } from "../operations/write/decision-calls.ts";
import type { BatchWrites } from "../unit.ts";
import { loadWorlds } from "./load-world.ts";
import { refuse } from "./refuse.ts";
import type { RowCache } from "./row-cache.ts";
import type { Statements } from "./statements.ts";

export function lockAndLoad(
  statements: Statements,
  cache: RowCache,
  locks: Locks,
  now: Date,
): Loaded {
  const at = now.toISOString();
  if (locks.lease !== undefined) assertLease(statements, locks.lease, at);
  const ids = [...locks.batches.keys()].sort((one, other) => one - other);
  const locked = statements.all(lockBatches, [JSON.stringify(ids), at]).map(lockOf);
  const batches = loadWorlds({ statements, cache }, locked, locks.batches);
  return { now, batches, nextIds: nextIds(statements) };
}

export function assertLease(statements: Statements, lease: LeaseToken, now: string): void {
  const { name, owner, token } = lease;
  if (statements.run(checkLease, [name, owner, token, now]) !== 1) {
    refuse({ kind: "lease-lost", name });
  }
}

const BATCH_ID = plain<BatchId>("id");
const RUNBOOK = plain<LockedBatch["runbookName"]>("runbook_name");

function lockOf([id = null, name = null, revision, fence, eventSeq]: readonly Cell[]): LockedBatch {
  return {
    id: BATCH_ID.read(id),
    runbookName: RUNBOOK.read(name),
    revision: Number(revision),
    fence: Number(fence),
    eventSeq: Number(eventSeq),
  };
}

function nextIds(statements: Statements): NextIds {
  const next = new Map(statements.all(readNextIds, []).map(([name, id]) => [name, Number(id)]));
  const of = (name: keyof NextIds): number => {
    const id = next.get(name);
    if (id === undefined) throw new Error(`no counter for ${name}`);
    return id;
  };
  return { execution: of("execution"), member: of("member"), phase: of("phase") };
}

export function writeDecisions(
  statements: Statements,
  { batches, now }: Loaded,
  writes: readonly BatchWrites[],
): void {
  const lastSeq = new Map<BatchId, number>();
  for (const { batchId, decision } of writes) {
    const lock = batches.get(batchId)?.lock;
    if (lock === undefined) throw new Error(`batch ${batchId} was not locked`);
    const eventSeq = lastSeq.get(batchId) ?? lock.eventSeq;
    for (const call of decisionCalls(decision, lock, eventSeq, now)) runCall(statements, call);
    lastSeq.set(batchId, eventSeq + decision.events.length);
  }
}

export function runCall(statements: Statements, { operation, rows, mustMove, nameAt }: Call): void {
  if (!mustMove) {
    for (const cells of rows) statements.run(operation, cells);
    return;
  }
  const missed = statements.runEach(operation, rows);
  if (missed < 0) return;
  const row = String(rows[missed]?.[nameAt ?? 0]);
  refuse({ kind: "stale", table: operation.name, row });
}

/** Only what was used is taken. */
export function takeIds(statements: Statements, from: NextIds, to: NextIds): void {
  for (const name of ["execution", "member", "phase"] as const) {
    if (to[name] === from[name]) continue;
    if (statements.run(moveNextId, [to[name], name, from[name]]) !== 1) {
      refuse({ kind: "ids-taken" });
    }
  }
}
