/** Where commands meet those who wait: after each command whoever may now find something looks
 *  again, and while somebody waits the clock is asked to ring when time alone changes something.
 *  The broker's own time never stands still: when the clock is set back it goes on from where it
 *  was, ahead of the clock by as much, so that locks run out when they should (R43). */
import type { Core, Step } from "./core/core.ts";
import type { Desk } from "./desk.ts";
import type { Cancel, TimeSource } from "./time-source.ts";
import { waitingRoom } from "./waiting-room.ts";

/** A store reads the clock before it commits, so a little earlier is no set clock. */
const SET_BACK_MS_MIN = 5_000;
/** A clock that is set ahead makes what waits for an instant late by no more. */
const ALARM_MS_MAX = 60_000;

export type Reception = Pick<Desk, "run" | "wait"> & {
  /** For a caller who knows the time better, such as a store within its transaction. */
  readonly runAt: <Outcome>(
    now: number,
    command: (core: Core, now: number) => Step<Outcome>,
  ) => Outcome;
  readonly forget: (owner: string) => void;
  readonly close: () => void;
};

/** `noted` sees every step before anybody is woken by it. */
export function reception(
  clock: TimeSource,
  core: () => Core,
  noted: (step: Step<unknown>) => void,
): Reception {
  const room = waitingRoom(clock);
  let alarm: { readonly due: number; readonly cancel: Cancel } | null = null;
  const time = ownTime();
  const nowMs = (): number => clock.now().getTime();
  const runAt: Reception["runAt"] = (now, command) => {
    const step = command(core(), time.at(now));
    noted(step);
    for (const place of step.woken) room.lookAgain(place);
    setAlarm();
    return step.outcome;
  };
  const run: Desk["run"] = (command) => runAt(nowMs(), command);
  /** Only for those who wait: everybody else finds time caught up when they come. */
  const setAlarm = (): void => {
    const due = room.isEmpty() ? null : core().nextDue();
    if (alarm?.due === due) return;
    alarm?.cancel();
    alarm = due === null ? null : { due, cancel: ringAt(due) };
  };
  const ringAt = (due: number): Cancel => {
    const soon = Math.min(due, time.at(nowMs()) + ALARM_MS_MAX);
    return clock.at(new Date(soon - time.aheadMs()), () => ring(soon));
  };
  /** A wait is measured: what it waited for is there, whatever the clock shows. */
  const ring = (reached: number): void => {
    alarm = null;
    time.reach(reached, nowMs());
    run((core, now) => core.tick(now));
  };
  return {
    run,
    runAt,
    wait: (request, waitMs) => {
      const until = new Date(nowMs() + waitMs);
      const answer = room.wait({ ...request, until });
      setAlarm();
      return answer;
    },
    forget: room.forget,
    close: () => {
      room.close();
      setAlarm();
    },
  };
}

type OwnTime = {
  readonly at: (now: number) => number;
  /** So late it is at least, by the broker's own time. */
  readonly reach: (own: number, now: number) => void;
  readonly aheadMs: () => number;
};

/** The broker's time, of the clock's. */
function ownTime(): OwnTime {
  let last = Number.NEGATIVE_INFINITY;
  let ahead = 0;
  const reach = (own: number, now: number): void => {
    if (own - (now + ahead) >= SET_BACK_MS_MIN) ahead = own - now;
    last = Math.max(last, now + ahead);
  };
  return {
    reach,
    at: (now) => {
      reach(last, now);
      return now + ahead;
    },
    aheadMs: () => ahead,
  };
}
