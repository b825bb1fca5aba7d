/** When a budget's knowledge goes into its memory: at every pause at once, else now and then while
 *  calls end. One write is under way at a time; what came meanwhile follows it as one. */
import type { BudgetKey } from "../budget.ts";
import type { Learnt, LearntMemory } from "../learnt.ts";
import { newPace, type Pace } from "./pace.ts";

export type Keeping = {
  /** `onPause` hears until when somebody else who shares the memory was told to wait. */
  readonly offer: (
    pace: Pace,
    nowMs: number,
    atOnce: boolean,
    onPause: (untilMs: number) => void,
  ) => void;
};

const KEPT_EVERY_MS = 5_000;

export function keeping(key: BudgetKey, memory: LearntMemory): Keeping {
  let keptMs = Number.NEGATIVE_INFINITY;
  let writing = false;
  let pending: Learnt | null = null;
  return {
    offer: (pace, nowMs, atOnce, onPause) => {
      if (!atOnce && nowMs - keptMs < KEPT_EVERY_MS) return;
      keptMs = nowMs;
      pending = learntFrom(pace);
      if (writing) return;
      writing = true;
      const write = async (): Promise<void> => {
        for (let next = pending; next !== null; next = pending) {
          pending = null;
          const kept = await memory.keep(key, next);
          if (kept.ok) onPause(kept.value.pausedUntil.getTime());
        }
        writing = false;
      };
      void write();
    },
  };
}

const learntFrom = ({ rate, pausedUntilMs, refusals }: Pace): Learnt => ({
  callsPerSec: rate.learnt ? rate.held : null,
  pausedUntil: new Date(Math.ceil(pausedUntilMs)),
  refusals,
});

export const paceFrom = (learnt: Learnt | null): Pace =>
  newPace({
    callsPerSec: learnt?.callsPerSec ?? null,
    pausedUntilMs: learnt?.pausedUntil.getTime() ?? 0,
    refusals: learnt?.refusals ?? 0,
  });
