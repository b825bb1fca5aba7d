/** The scheduler, put together: single ticks, and the loop that makes them. */
import type { Engine } from "../engine/engine.ts";
import type { Source } from "../sources/source.ts";
import type { Store } from "../store/store.ts";
import type { Clock } from "../time/clock.ts";
import { pause, pauseMs } from "../time/pause.ts";
import type { Running, Scheduler, SchedulerFault, TickReport } from "./scheduler.ts";
import { NO_TICK, runTick, type TickParts } from "./tick.ts";

/** The contract's tick (M-005). */
const EVERY_MS = 300_000;

export type SchedulerParts<Receipt> = {
  readonly store: Store<Receipt>;
  readonly engine: Engine;
  readonly sources: Source;
  readonly clock: Clock;
  /** Who ticks; no two schedulers have the same. */
  readonly owner: string;
  readonly observe: (fault: SchedulerFault) => void;
  readonly everyMs?: number;
};

export function openScheduler<Receipt>(given: SchedulerParts<Receipt>): Scheduler {
  const parts: TickParts<Receipt> = { everyMs: EVERY_MS, ...given };
  let running = false;
  const tick = async (): Promise<TickReport> => {
    if (running) return { ...NO_TICK, outcome: "running" };
    running = true;
    try {
      return await runTick(parts);
    } finally {
      running = false;
    }
  };
  return { tick, start: () => startTicking(parts, tick) };
}

function startTicking<Receipt>(
  { clock, observe, everyMs }: TickParts<Receipt>,
  tick: () => Promise<TickReport>,
): Running {
  const stopping = new AbortController();
  const { signal } = stopping;
  const tickSafely = async (): Promise<boolean> => {
    try {
      const { outcome } = await tick();
      return outcome !== "failed";
    } catch (error) {
      observe({ kind: "threw", doing: "ticking", error });
      return false;
    }
  };
  const run = async (): Promise<void> => {
    let failures = 0;
    while (!signal.aborted) {
      const begun = clock.now().getTime();
      failures = (await tickSafely()) ? 0 : failures + 1;
      // A clock that was set back meanwhile makes the wait no longer than a whole one.
      const rest = Math.min(everyMs, Math.max(0, begun + everyMs - clock.now().getTime()));
      const wait = failures === 0 ? rest : Math.min(everyMs, pauseMs(failures));
      if (!signal.aborted) await pause(clock, wait, signal);
    }
  };
  const ended = run();
  const stop = (): Promise<void> => {
    stopping.abort();
    return ended;
  };
  return { stop, ended };
}
