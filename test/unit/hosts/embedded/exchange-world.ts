/** An exchange on a real file, with a clock that the test moves, opened as often as it likes:
 *  each opening is what a host would see that starts after the last one died. */
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WorkerId } from "../../../../runtime/contract/identifiers.ts";
import { type Exchange, openExchange } from "../../../../runtime/hosts/embedded/open-exchange.ts";
import { manualClock } from "../../../../runtime/time/manual/manual-clock.ts";
import type { Fault } from "../../../../runtime/worker/fault.ts";
import { REHEARSAL } from "../../../../runtime/worker/functions/no-op.ts";
import { scripted } from "../../../../runtime/worker/functions/scripted.ts";
import { registryOf } from "../../../../runtime/worker/registry.ts";
import { startWorker, type Worker } from "../../../../runtime/worker/worker.ts";

export const WEST = WorkerId.parse("west");
export const JOBS = { topic: "worker-jobs", subscription: "worker-west" } as const;
export const RESULTS = { topic: "worker-results", subscription: "orchestrator" } as const;

const PAGE_BYTES = 4_096;

export function exchangeWorld() {
  const folder = mkdtempSync(join(tmpdir(), "drover-exchange-"));
  const path = join(folder, "drover.db");
  const clock = manualClock(new Date("2026-03-01T08:00:00.000Z"));
  const effects: string[] = [];
  const faults: Fault[] = [];
  let ids = 0;
  const nextId = (): string => {
    ids += 1;
    return `id-${ids}`;
  };
  const perform = (jobId: string): void => void effects.push(jobId);
  const functions = registryOf(
    [scripted({ effect: "write", idempotency: "none", clock, perform })],
    [REHEARSAL],
  );
  return {
    clock,
    effects,
    faults,
    /** How large the file is, once it is closed. */
    pages: (): number => statSync(path).size / PAGE_BYTES,
    open: (pagesMax?: number): Promise<Exchange> =>
      openExchange({
        path,
        clock,
        nextId,
        workerIds: [WEST],
        ...(pagesMax === undefined ? {} : { pagesMax }),
      }),
    work: ({ connect, ledger, sendReports }: Exchange, name: string): Worker =>
      startWorker({
        workerId: WEST,
        bus: connect(name),
        ledger,
        clock,
        functions,
        concurrency: 10,
        observe: (fault) => faults.push(fault),
        send: sendReports,
      }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Every promise that can go on has gone on, however many commits that takes. */
export async function calm(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
