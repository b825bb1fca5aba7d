/** The workers of one process: each is registered before anything is sent to it, and stopped so
 *  that jobs in hand come to their end. */
import type { WorkerId } from "../../contract/identifiers.ts";
import { ok, type Result } from "../../contract/result.ts";
import type { Engine } from "../../engine/engine.ts";
import type { SchedulerFault } from "../../scheduler/scheduler.ts";
import type { CommitFailure } from "../../store/failure.ts";
import type { Clock } from "../../time/clock.ts";
import type { Fault } from "../../worker/fault.ts";
import type { Registry } from "../../worker/registry.ts";
import { type Drained, startWorker, type Worker } from "../../worker/worker.ts";
import type { Exchange } from "./open-exchange.ts";

export type HostedWorker = {
  readonly workerId: WorkerId;
  readonly functions: Registry;
  readonly concurrency: number;
  readonly real?: Clock;
  readonly scrub?: (text: string) => string;
};

export type StaffParts = {
  readonly exchange: Exchange;
  readonly clock: Clock;
  readonly owner: string;
  readonly version: string;
  /** Who is there from the beginning. */
  readonly workers: readonly HostedWorker[];
  readonly observe: (
    fault:
      | ({ readonly from: "worker" } & Fault)
      | ({ readonly from: "scheduler" } & SchedulerFault),
  ) => void;
};

export type Staff = {
  readonly employ: (workers: readonly HostedWorker[]) => Promise<Result<null, CommitFailure>>;
  /** They live in this process, so they are there while it ticks. */
  readonly noteSeen: () => Promise<void>;
  /** Rejects on a bug in one of them; never resolves. */
  readonly bug: Promise<never>;
  readonly stop: (limitMs: number) => Promise<Drained>;
};

export async function openStaff(
  parts: StaffParts,
  engine: Pick<Engine, "registerWorkers">,
): Promise<Staff> {
  const bug = Promise.withResolvers<never>();
  const running: Worker[] = [];
  const ids: WorkerId[] = [];
  const employ: Staff["employ"] = async (workers) => {
    const manifests = workers.map(({ functions, workerId }) =>
      functions.manifest(workerId, parts.version),
    );
    const registered = await engine.registerWorkers(manifests);
    if (!registered.ok) return registered;
    for (const each of workers) {
      const worker = work(parts, each);
      worker.ended.catch(bug.reject);
      running.push(worker);
      ids.push(each.workerId);
    }
    return ok(null);
  };
  const employed = await employ(parts.workers);
  if (!employed.ok) throw new Error(`no worker could be registered: ${employed.error.kind}`);
  return {
    employ,
    noteSeen: async () => {
      const seen = await parts.exchange.store.workers.seen(ids);
      if (seen.ok) return;
      const doing = "noting that the workers are there";
      parts.observe({ from: "scheduler", kind: "store-failed", doing, failure: seen.error });
    },
    bug: bug.promise,
    stop: async (limitMs) => {
      const drained = await Promise.all(running.map((worker) => worker.stop(limitMs)));
      return {
        givenBack: drained.reduce((sum, { givenBack }) => sum + givenBack, 0),
        stillRunning: drained.reduce((sum, { stillRunning }) => sum + stillRunning, 0),
      };
    },
  };
}

function work(parts: StaffParts, worker: HostedWorker): Worker {
  const { exchange, clock, owner, observe } = parts;
  return startWorker({
    ...worker,
    bus: exchange.connect(`${owner}:${worker.workerId}`),
    ledger: exchange.ledger,
    clock,
    observe: (fault) => observe({ from: "worker", ...fault }),
    send: exchange.sendReports,
  });
}
