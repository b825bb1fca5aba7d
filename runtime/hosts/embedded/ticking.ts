/** The scheduler's ticks, one after the other: at the interval, or sooner when somebody asks. What
 *  the last one said is kept, for whoever wants to know how the platform is. */
import type { Scheduler, TickReport } from "../../scheduler/scheduler.ts";
import type { Clock } from "../../time/clock.ts";
import { doorbell, pauseMs } from "../../time/pause.ts";

export type TickingParts = {
  readonly scheduler: Pick<Scheduler, "tick">;
  readonly clock: Clock;
  readonly everyMs: number;
  /** After each of them: rows may have fallen due. */
  readonly ticked: () => void | Promise<void>;
  /** A bug; the next tick begins anew. */
  readonly threw: (error: unknown) => void;
};

export type Ticking = {
  readonly now: () => void;
  readonly last: () => { readonly at: Date; readonly report: TickReport } | null;
  /** After the tick in hand. */
  readonly stop: () => Promise<void>;
};

export function startTicking(parts: TickingParts): Ticking {
  const { scheduler, clock, everyMs, ticked, threw } = parts;
  const bell = doorbell(clock);
  const stopping = new AbortController();
  let last: ReturnType<Ticking["last"]> = null;
  let failures = 0;
  const tick = async (): Promise<void> => {
    try {
      const report = await scheduler.tick();
      failures = report.outcome === "failed" ? failures + 1 : 0;
      last = { at: clock.now(), report };
    } catch (error) {
      failures += 1;
      threw(error);
    }
  };
  const going = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await tick();
      await ticked();
      const wait = failures === 0 ? everyMs : Math.min(everyMs, pauseMs(failures));
      await bell.wait(wait, stopping.signal);
    }
  };
  const ended = going();
  return {
    now: bell.ring,
    last: () => last,
    stop: async () => {
      stopping.abort();
      await ended;
    },
  };
}
