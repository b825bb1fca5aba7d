/** The scheduler as a function app: one timer, one tick. Who ticks is decided by the lease, so a
 *  second instance does no harm. */
import type { Scheduler } from "../../../scheduler/scheduler.ts";
import type { HandlersOf } from "../register.ts";

/** Ended badly for the host to see: it counts failures, and a tick that failed is one. */
const FAILED: ReadonlySet<string> = new Set(["failed", "lease-lost"]);

export const schedulerHandlers = (scheduler: Pick<Scheduler, "tick">): HandlersOf<"scheduler"> => ({
  "scheduler-tick": async () => {
    const { outcome, failure } = await scheduler.tick();
    if (!FAILED.has(outcome)) return;
    const why = failure === null ? outcome : failure.kind;
    throw new Error(`the tick ended as ${why}; the next one completes it`);
  },
});
