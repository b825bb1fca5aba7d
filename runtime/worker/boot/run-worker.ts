/** The loop from its start to its end: until somebody stops it, or until it has had nothing to do
 *  for as long as its host allows. Then it drains: nothing more is taken, running jobs end, and
 *  what cannot end in time comes back to another worker.
 *  Whether idleness ends it is the host's choice: where the platform scales by messages, it also
 *  ends idle replicas, and two who decide race each other. */
import type { Clock } from "../../time/clock.ts";
import { type Drained, startWorker, type WorkerParts } from "../worker.ts";
import { idleWatch } from "./idle-watch.ts";

export type RunOptions = {
  /** SIGTERM, as a signal. */
  readonly stopping: AbortSignal;
  readonly drainMs: number;
  /** Null: idleness does not end it. */
  readonly idleMs: number | null;
};

export type WorkerEnd = Drained & { readonly why: "stopped" | "idle" };

/** Rejects on a bug in the worker itself. */
export async function runWorker(
  parts: WorkerParts & { readonly clock: Clock },
  { stopping, drainMs, idleMs }: RunOptions,
): Promise<WorkerEnd> {
  const watch = idleWatch(parts);
  const worker = startWorker({ ...parts, bus: watch.bus, functions: watch.functions });
  const over = new AbortController();
  const waiting = AbortSignal.any([stopping, over.signal]);
  const idle =
    idleMs === null ? aborted(waiting).then(() => false) : watch.idleFor(idleMs, waiting);
  try {
    const isIdle = await Promise.race([idle, worker.ended.then(() => false)]);
    const drained = await worker.stop(drainMs);
    await worker.ended;
    return { ...drained, why: isIdle ? "idle" : "stopped" };
  } finally {
    over.abort();
  }
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
