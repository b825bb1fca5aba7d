/** The locks of messages that are in hand longer than a lock lasts, and their renewal.
 *  H1. Renewal goes by the length of a lock and this machine's clock, never by the broker's
 *      instants: clocks that disagree cost nothing (I36).
 *  H2. A lock that was lost is not missed: what its message led to is committed or not, and the
 *      next delivery finds out which.
 *  H3. A lock is also gone when its message has just been settled: a loss is told when the group
 *      is still in hand at the next renewal. */
import type { Bus } from "../bus/bus.ts";
import type { SettleFailure } from "../bus/failure.ts";
import type { MessageLock } from "../bus/lock.ts";
import { TOPICS } from "../contract/blueprint/topics.ts";
import type { Cancel, Clock } from "../time/clock.ts";
import type { Observe } from "./fault.ts";

const LOCK_MS = TOPICS["worker-results"].subscriptions.orchestrator.lockSec * 1_000;
/** Two renewals may fail, and the next still comes in time. */
const RENEW_MS = LOCK_MS / 4;

export type HeldLocks = {
  /** Until the returned function is called. */
  readonly hold: (locks: readonly MessageLock[]) => () => void;
  readonly stop: () => void;
};

type Parts = {
  readonly bus: Pick<Bus, "renew">;
  readonly clock: Clock;
  readonly observe: Observe;
  /** Told of a bug. */
  readonly defect: (error: unknown) => void;
};

type Group = { locks: readonly MessageLock[]; lost: readonly SettleFailure[] };

/** The alarm is set while anything is held; one that finds nothing is not set again. */
export function heldLocks(parts: Parts): HeldLocks {
  const { clock, defect } = parts;
  const held = new Set<Group>();
  let alarm: Cancel | null = null;
  let isOver = false;
  const arm = (): void => {
    if (alarm !== null || isOver || held.size === 0) return;
    alarm = clock.at(new Date(clock.now().getTime() + RENEW_MS), () => {
      Promise.all([...held].map((group) => renew(parts, group))).then(armAgain, defect);
    });
  };
  const armAgain = (): void => {
    alarm = null;
    arm();
  };
  return {
    hold: (locks) => {
      const group = { locks, lost: [] };
      held.add(group);
      arm();
      return () => void held.delete(group);
    },
    stop: () => {
      isOver = true;
      alarm?.();
    },
  };
}

async function renew({ bus, observe }: Parts, group: Group): Promise<void> {
  for (const failure of group.lost) observe({ kind: "renew-failed", failure });
  const answers = await bus.renew(group.locks);
  const lost: SettleFailure[] = [];
  group.locks = group.locks.filter((_, index) => {
    const answer = answers[index];
    if (answer === undefined || answer.ok) return true;
    if (answer.error.kind !== "lock-lost") {
      observe({ kind: "renew-failed", failure: answer.error });
      return true;
    }
    lost.push(answer.error);
    return false;
  });
  group.lost = lost;
}
