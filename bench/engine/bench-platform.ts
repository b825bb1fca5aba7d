/** The composition of `npm start` on a file of its own, with one worker and the marked no-op. */
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Settlement } from "../../runtime/bus/lock.ts";
import { WorkerId } from "../../runtime/contract/identifiers.ts";
import type { Engine } from "../../runtime/engine/engine.ts";
import { openExchange } from "../../runtime/hosts/embedded/open-exchange.ts";
import { openPlatform } from "../../runtime/hosts/embedded/open-platform.ts";
import { sourcesByType } from "../../runtime/sources/by-type.ts";
import { csvSource } from "../../runtime/sources/csv/csv-source.ts";
import { membersFolder } from "../../runtime/sources/csv/members-folder.ts";
import { LOG_BYTES } from "../../runtime/store/sqlite/database.ts";
import type { Store } from "../../runtime/store/store.ts";
import type { Clock } from "../../runtime/time/clock.ts";
import { systemClock } from "../../runtime/time/system/system-clock.ts";
import { REHEARSAL } from "../../runtime/worker/functions/no-op.ts";
import { registryOf } from "../../runtime/worker/registry.ts";
import { WORKER } from "./bench-runbook.ts";
import { type MarkedNoOp, markedNoOp } from "./marked-no-op.ts";

/** As many as one report group holds. */
const CONCURRENCY = 1_000;
const STOP_MS = 60_000;
const TICK_MS = 300_000;

export type BenchPlatform = {
  readonly engine: Engine;
  readonly store: Store<Settlement>;
  readonly clock: Clock;
  readonly noOp: MarkedNoOp;
  /** Something fell due. */
  readonly wake: () => void;
  readonly owner: string;
  readonly path: string;
  readonly folder: string;
  readonly close: () => Promise<void>;
};

export async function openBenchPlatform(concurrency = CONCURRENCY): Promise<BenchPlatform> {
  const folder = mkdtempSync(join(tmpdir(), "drover-bench-"));
  const path = join(folder, "drover.db");
  const owner = randomUUID();
  let ids = 0;
  const nextId = (): string => {
    ids += 1;
    return `${owner}-${ids}`;
  };
  const workerId = WorkerId.parse(WORKER);
  const clock = systemClock;
  const exchange = await openExchange({
    path,
    clock,
    nextId,
    workerIds: [workerId],
    logBytes: LOG_BYTES,
  });
  const noOp = markedNoOp();
  const functions = registryOf([noOp.called], [REHEARSAL]);
  const platform = await openPlatform({
    exchange,
    clock,
    owner,
    version: "bench",
    sources: sourcesByType({ csv: csvSource(membersFolder(folder)) }),
    workers: [{ workerId, functions, concurrency }],
    observe: (fault) => process.stderr.write(`${JSON.stringify(fault)}\n`),
    tickMs: TICK_MS,
  });
  // Its first tick would otherwise fall into the first round.
  while (platform.lastTick() === null) await new Promise((resolve) => setImmediate(resolve));
  return {
    engine: platform.engine,
    store: exchange.store,
    clock,
    noOp,
    wake: platform.wake,
    owner,
    path,
    folder,
    close: async () => {
      await platform.stop(STOP_MS);
      await exchange.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
