/** An engine on a store file of its own. The store hands what it committed to a tray in place of
 *  a broker: tests read the jobs there, and which messages were settled. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Settlement } from "../../../runtime/bus/lock.ts";
import type { BatchId } from "../../../runtime/contract/ids.ts";
import { WorkerManifest } from "../../../runtime/contract/manifest.ts";
import { type WorkerJob, workerJob } from "../../../runtime/contract/messages/worker-job.ts";
import type { Engine, EngineFault, Item } from "../../../runtime/engine/engine.ts";
import { openEngine } from "../../../runtime/engine/open-engine.ts";
import type { Reports } from "../../../runtime/store/reports.ts";
import type { Fuse } from "../../../runtime/store/sqlite/delivery.ts";
import { openSqliteStore } from "../../../runtime/store/sqlite/sqlite-store.ts";
import type { Store } from "../../../runtime/store/store.ts";
import type { OutgoingMessage } from "../../../runtime/store/unit.ts";
import { type ManualClock, manualClock } from "../../../runtime/time/manual/manual-clock.ts";
import { answerOf } from "../../conformance/bus/answers.ts";
import { signed, type Unsigned } from "../domain/engine/run.ts";

export const START = new Date("2026-03-02T06:00:00.000Z");

type Tray = { readonly published: OutgoingMessage[]; readonly settled: Settlement[] };

export type Bench = {
  readonly engine: Engine;
  readonly store: Store<Settlement>;
  readonly reports: Reports;
  readonly clock: ManualClock;
  readonly tray: Tray;
  readonly faults: EngineFault[];
  readonly path: string;
  readonly remove: () => Promise<void>;
};

const trayFuse =
  (tray: Tray): Fuse<Settlement> =>
  ({ publish, settle }) => ({
    records: "",
    ended: (committed) => {
      if (!committed) return;
      tray.published.push(...publish);
      tray.settled.push(...settle);
    },
  });

type Given = {
  readonly pagesMax?: number;
  /** What stands between the engine and its store. */
  readonly around?: (store: Store<Settlement>) => Store<Settlement>;
};

export async function temporaryEngine({ around = (store) => store, ...options }: Given = {}) {
  const folder = mkdtempSync(join(tmpdir(), "drover-engine-"));
  const path = join(folder, "drover.db");
  const clock = manualClock(START);
  const tray: Tray = { published: [], settled: [] };
  const delivery = () => ({ kind: "fused", fuse: trayFuse(tray) }) as const;
  const store = await openSqliteStore<Settlement>({ path, now: clock.now, delivery, ...options });
  const faults: EngineFault[] = [];
  const observe = (fault: EngineFault): void => void faults.push(fault);
  const engine = openEngine({ store: around(store), clock, observe });
  const remove = async (): Promise<void> => {
    await store.close();
    rmSync(folder, { recursive: true });
  };
  const { reports } = store;
  const bench: Bench = { engine, store, reports, clock, tray, faults, path, remove };
  return bench;
}

export const MANIFEST = WorkerManifest.parse({
  workerId: "worker-01",
  version: "1.0.0",
  functions: ["Set-Thing", "Undo-Thing"].map((name) => ({
    name,
    description: "Sets a thing.",
    params: { type: "object" },
    result: "Object",
    effect: "write",
    idempotency: "natural-key",
    examples: [],
  })),
});

export const itemOf = (batchId: BatchId, input: Unsigned): Item => ({
  batchId,
  input: signed(input),
});

function jobsOf({ tray }: Pick<Bench, "tray">): readonly WorkerJob[] {
  return tray.published
    .filter(({ topic }) => topic === "worker-jobs")
    .map(({ envelope }) => answerOf(workerJob.read(envelope.body)));
}

/** Takes all jobs that nobody has answered. */
export function takeJobs(bench: Pick<Bench, "tray">): readonly WorkerJob[] {
  const jobs = jobsOf(bench);
  bench.tray.published.length = 0;
  return jobs;
}
