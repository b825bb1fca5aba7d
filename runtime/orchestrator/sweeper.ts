/** Looks at whatever has fallen due, for as long as anything has; then sleeps until the next row
 *  is due, or a while when that is later, or until somebody wakes it. Messages only wake: a lost
 *  one costs no more than the sleep. */
import type { Engine } from "../engine/engine.ts";
import type { Clock } from "../time/clock.ts";
import { doorbell, pause, pauseMs } from "../time/pause.ts";
import type { Observe } from "./fault.ts";

/** For rows that are due and that nothing can be done about yet. */
const IDLE_MS_MIN = 100;

export type SweeperParts = {
  readonly engine: Pick<Engine, "sweep">;
  readonly clock: Clock;
  readonly observe: Observe;
  /** The longest sleep. */
  readonly everyMs: number;
  readonly stopping: AbortSignal;
};

export type Sweeper = { readonly wake: () => void; readonly ended: Promise<void> };

export function startSweeper(parts: SweeperParts): Sweeper {
  const bell = doorbell(parts.clock);
  return { wake: bell.ring, ended: sweeping(parts, bell.wait) };
}

async function sweeping(
  { engine, clock, observe, everyMs, stopping }: SweeperParts,
  wait: (ms: number, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  let failures = 0;
  while (!stopping.aborted) {
    const swept = await engine.sweep();
    if (!swept.ok) {
      failures += 1;
      observe({ kind: "store-failed", doing: "sweeping", failure: swept.error });
      await pause(clock, pauseMs(failures), stopping);
      continue;
    }
    failures = 0;
    const { handled, more, nextInMs } = swept.value;
    if (more) continue;
    const leastMs = handled === 0 ? IDLE_MS_MIN : 0;
    const nextMs = Math.max(nextInMs ?? everyMs, leastMs);
    await wait(Math.min(nextMs, everyMs), stopping);
  }
}
