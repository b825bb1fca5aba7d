/** One tick: the lease, what is due, then every active runbook's turn. */
import type { BatchId } from "../contract/ids.ts";
import { ok, type Result } from "../contract/result.ts";
import type { Engine } from "../engine/engine.ts";
import type { Source } from "../sources/source.ts";
import type { CommitFailure, StoreFailure } from "../store/failure.ts";
import type { Store } from "../store/store.ts";
import type { Clock } from "../time/clock.ts";
import { beginLeftovers, sweepDue } from "./due-work.ts";
import { noteTimes } from "./note-times.ts";
import type { RunbookReport, SchedulerFault, TickReport } from "./scheduler.ts";
import { type TickLease, takeLease } from "./tick-lease.ts";
import { takeTurn } from "./turn.ts";

export type TickParts<Receipt> = {
  readonly store: Store<Receipt>;
  readonly engine: Engine;
  readonly sources: Source;
  readonly clock: Clock;
  /** Who ticks; no two schedulers have the same. */
  readonly owner: string;
  readonly observe: (fault: SchedulerFault) => void;
  readonly everyMs: number;
};

const ATTENTION_MAX = 10_000;

export const NO_TICK: TickReport = {
  outcome: "done",
  failure: null,
  at: null,
  missedMs: null,
  handled: 0,
  begun: 0,
  runbooks: [],
};

export async function runTick<Receipt>(parts: TickParts<Receipt>): Promise<TickReport> {
  const { store, clock, owner, observe } = parts;
  const taken = await takeLease(store.leases, clock, owner);
  if (!taken.ok) {
    observe({ kind: "store-failed", doing: "taking the lease", failure: taken.error });
    return { ...NO_TICK, outcome: "failed", failure: taken.error };
  }
  if (taken.value === null) return { ...NO_TICK, outcome: "elsewhere" };
  try {
    return await underLease(parts, taken.value);
  } finally {
    await taken.value.end();
  }
}

async function underLease<Receipt>(
  parts: TickParts<Receipt>,
  tickLease: TickLease,
): Promise<TickReport> {
  const { store, engine, observe } = parts;
  const { lease, at } = tickLease;
  const hand = { engine, lease, by: { actor: "scheduler", cause: `tick-${lease.token}` } };
  const progress = { handled: 0, begun: 0, runbooks: [] as RunbookReport[] };
  const missedMs = await noteTimes(parts, tickLease);
  const report = (outcome: TickReport["outcome"], failure: CommitFailure | null): TickReport => ({
    ...NO_TICK,
    ...progress,
    at,
    missedMs,
    outcome,
    failure,
  });
  const ended = (doing: string, failure: CommitFailure): TickReport => {
    observe({ kind: "store-failed", doing, failure });
    return report(failure.kind === "lease-lost" ? "lease-lost" : "failed", failure);
  };
  const handled = await sweepDue(engine);
  if (!handled.ok) return ended("sweeping", handled.error);
  progress.handled = handled.value;
  const begun = await beginLeftovers(store, hand);
  if (!begun.ok) return ended("beginning batches", begun.error);
  progress.begun = begun.value;
  const active = await store.runbooks.allActive();
  if (!active.ok) return ended("reading runbooks", active.error);
  const holding = await holdingBatches(store);
  if (!holding.ok) return ended("reading what is held", holding.error);
  for (const record of active.value) {
    const turn = { ...parts, hand, tickAt: at, holding: holding.value };
    const taken = await takeTurn(turn, record);
    if (!taken.ok) return ended(`looking for members of ${record.name}`, taken.error);
    progress.runbooks.push(taken.value);
  }
  return report("done", null);
}

/** Batches of which removals are held, as their open attention says. */
async function holdingBatches<Receipt>(
  store: Store<Receipt>,
): Promise<Result<ReadonlySet<BatchId>, StoreFailure>> {
  const open = await store.records.attention(ATTENTION_MAX);
  if (!open.ok) return open;
  const ids = open.value.flatMap(({ batchId, subject }) =>
    batchId !== 0 && subject === `batch:${batchId}:removals` ? [batchId] : [],
  );
  return ok(new Set(ids));
}
