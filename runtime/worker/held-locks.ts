/** The locks this worker holds, one for each delivery it has not settled, and their renewal. A
 *  lock that is held fills a slot, so what was taken from the bus is bounded.
 *  H1. Renewal goes by the length of a lock and the clock of this machine, never by the broker's
 *      instants: clocks that disagree cost nothing (I36).
 *  H2. A lock that could not be renewed is tried again; only the broker's word makes it lost. */
import type { Bus } from "../bus/bus.ts";
import type { MessageLock } from "../bus/lock.ts";
import { TOPICS } from "../contract/blueprint/topics.ts";
import type { Cancel, Clock } from "../time/clock.ts";
import type { Observe } from "./fault.ts";

const LOCK_MS = TOPICS["worker-jobs"].subscriptions["worker-{workerId}"].lockSec * 1_000;
/** Two renewals may fail, and the next still comes in time. */
const RENEW_MS = LOCK_MS / 4;

/** As it is now: renewing gives it another lock. */
export type HeldLock = {
  /** null once it is lost: there is nothing left to settle. */
  lock: MessageLock | null;
  /** Deliveries of one job have one. */
  work: Work;
};

/** What this worker does about a job. */
export type Work = {
  /** Its function is at work, or the ledger may say that it is: nobody else may be handed it. */
  isBegun: boolean;
};

export type HeldLocks = {
  readonly hold: (lock: MessageLock) => HeldLock;
  /** It was settled, or will not be. */
  readonly letGo: (held: HeldLock) => void;
  readonly all: () => readonly HeldLock[];
  readonly count: () => number;
  /** Resolves as soon as fewer are held. */
  readonly fewerThan: (count: number) => Promise<void>;
  readonly stopRenewing: () => void;
};

type Parts = {
  readonly bus: Pick<Bus, "renew">;
  readonly clock: Clock;
  readonly observe: Observe;
  /** Told of a bug. */
  readonly defect: (error: unknown) => void;
};

export function heldLocks(parts: Parts): HeldLocks {
  const held = new Set<HeldLock>();
  const waiting = waitingForFewer();
  const renewal = renewing(parts, held);
  return {
    letGo: (entry) => {
      held.delete(entry);
      waiting.tell(held.size);
    },
    hold: (lock) => {
      const entry: HeldLock = { lock, work: { isBegun: false } };
      held.add(entry);
      renewal.arm();
      return entry;
    },
    all: () => [...held],
    count: () => held.size,
    fewerThan: async (count) => {
      if (held.size >= count) await waiting.until(count);
    },
    stopRenewing: renewal.stop,
  };
}

function waitingForFewer() {
  let waiters: readonly { readonly count: number; readonly resolve: () => void }[] = [];
  return {
    until: (count: number) =>
      new Promise<void>((resolve) => {
        waiters = [...waiters, { count, resolve }];
      }),
    tell: (size: number): void => {
      if (waiters.length === 0) return;
      const content = waiters.filter(({ count }) => size < count);
      if (content.length === 0) return;
      waiters = waiters.filter(({ count }) => size >= count);
      for (const { resolve } of content) resolve();
    },
  };
}

/** The alarm is set while anything is held; one that finds nothing is not set again. */
function renewing(parts: Parts, held: ReadonlySet<HeldLock>) {
  const { clock, defect } = parts;
  let alarm: Cancel | null = null;
  let isOver = false;
  const arm = (): void => {
    if (alarm !== null || isOver || held.size === 0) return;
    alarm = clock.at(new Date(clock.now().getTime() + RENEW_MS), () => {
      renewAll(parts, held).then(armAgain, defect);
    });
  };
  const armAgain = (): void => {
    alarm = null;
    arm();
  };
  const stop = (): void => {
    isOver = true;
    alarm?.();
  };
  return { arm, stop };
}

async function renewAll({ bus, observe }: Parts, held: ReadonlySet<HeldLock>): Promise<void> {
  const due = [...held].flatMap((entry) => (entry.lock ? [{ entry, lock: entry.lock }] : []));
  if (due.length === 0) return;
  const answers = await bus.renew(due.map(({ lock }) => lock));
  for (const [index, { entry }] of due.entries()) {
    const answer = answers[index];
    if (answer === undefined || !held.has(entry)) continue;
    if (answer.ok) entry.lock = answer.value;
    else {
      observe({ kind: "renew-failed", failure: answer.error });
      if (answer.error.kind === "lock-lost") entry.lock = null;
    }
  }
}
