/** One budget: its pace, its queue in turns, its one timer, and what it keeps. When the memory
 *  cannot be had, calls go on with what is known here.
 *  A permit is used up when it is given; whoever leaves the queue before has used nothing. */
import type { Clock } from "../../time/clock.ts";
import type { Budget, BudgetKey, CallEnd, Permit } from "../budget.ts";
import type { LearntMemory } from "../learnt.ts";
import { type Keeping, keeping, paceFrom } from "./keeping.ts";
import { answered, began, type Pace, readyMs, refused } from "./pace.ts";
import { type Turns, takingTurns } from "./turns.ts";

type BudgetParts = {
  readonly clock: Clock;
  readonly memory: LearntMemory;
  readonly chance: () => number;
};

type Grant = (permit: Permit) => void;
type Waiter = { readonly calls: number; readonly sinceMs: number; readonly grant: Grant };

type Desk = {
  readonly parts: BudgetParts;
  readonly turns: Turns<Waiter>;
  readonly kept: Keeping;
  /** Null until the memory was asked. */
  pace: Pace | null;
  cancelTimer: () => void;
};

/** Who waits is a job of a worker, and those are few; more is a caller that does not wait. */
const WAITERS_MAX = 10_000;
/** A `$batch` takes 20. */
const CALLS_MAX = 1_000;

export function openBudget(key: BudgetKey, parts: BudgetParts): Budget {
  const desk: Desk = {
    parts,
    turns: takingTurns(),
    kept: keeping(key, parts.memory),
    pace: null,
    cancelTimer: () => {},
  };
  let recalled: Promise<void> | null = null;
  return {
    pausedMs: async () => {
      recalled ??= recall(desk, key);
      await recalled;
      return Math.max(0, (desk.pace?.pausedUntilMs ?? 0) - nowMs(desk));
    },
    permit: ({ batchId, calls, signal }) => {
      if (!(calls >= 1 && calls <= CALLS_MAX)) throw new Error(`${calls} calls in one request`);
      if (desk.turns.size() >= WAITERS_MAX) throw new Error(`${WAITERS_MAX} calls wait already`);
      recalled ??= recall(desk, key);
      return new Promise((resolve) => {
        if (signal.aborted) return resolve(null);
        const grant: Grant = (permit) => {
          signal.removeEventListener("abort", abort);
          resolve(permit);
        };
        const leave = desk.turns.join(batchId, calls, { calls, sinceMs: nowMs(desk), grant });
        const abort = (): void => {
          leave();
          resolve(null);
        };
        signal.addEventListener("abort", abort, { once: true });
        serve(desk);
      });
    },
  };
}

const nowMs = ({ parts }: Desk): number => parts.clock.now().getTime();

async function recall(desk: Desk, key: BudgetKey): Promise<void> {
  const learnt = await desk.parts.memory.read(key);
  desk.pace = paceFrom(learnt.ok ? learnt.value : null);
  serve(desk);
}

function serve(desk: Desk): void {
  desk.cancelTimer();
  const { turns, parts } = desk;
  while (desk.pace !== null && turns.size() > 0) {
    const now = nowMs(desk);
    const ready = readyMs(desk.pace);
    if (ready > now) {
      desk.cancelTimer = parts.clock.at(new Date(Math.ceil(ready)), () => serve(desk));
      return;
    }
    const waiter = turns.take();
    if (waiter === undefined) return;
    const from = desk.pace;
    desk.pace = began(from, waiter.calls, now, turns.size() > 0 || waiter.sinceMs < now);
    waiter.grant(permitOf(desk, waiter.calls, from));
  }
}

function permitOf(desk: Desk, calls: number, from: Pace): Permit {
  let open = true;
  return {
    end: (end) => {
      if (!open || desk.pace === null) return;
      open = false;
      const before = desk.pace;
      desk.pace = after(desk, before, { end, calls, from });
      const paused = desk.pace.pausedUntilMs !== before.pausedUntilMs;
      desk.kept.offer(desk.pace, nowMs(desk), paused, (untilMs) => delay(desk, untilMs));
      serve(desk);
    },
  };
}

type Ended = { readonly end: CallEnd; readonly calls: number; readonly from: Pace };

function after(desk: Desk, pace: Pace, { end, calls, from }: Ended): Pace {
  switch (end.kind) {
    case "answered":
      return answered(pace, calls, from.turn, nowMs(desk));
    case "throttled": {
      const chance = desk.parts.chance();
      return refused(pace, { from, retryAfterMs: end.retryAfterMs, chance }, nowMs(desk));
    }
    case "failed":
      return pace;
  }
}

/** Another process that shares the memory was told to wait longer. */
function delay(desk: Desk, untilMs: number): void {
  if (desk.pace === null || desk.pace.pausedUntilMs >= untilMs) return;
  desk.pace = { ...desk.pace, pausedUntilMs: untilMs };
  serve(desk);
}
