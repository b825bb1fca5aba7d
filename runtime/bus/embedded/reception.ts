/** Where commands meet those who wait: after each command whoever may now find something looks
 *  again, and while somebody waits the clock is asked to ring when time alone changes something. */
import type { Core, Step } from "./core/core.ts";
import type { Desk } from "./desk.ts";
import type { Cancel, TimeSource } from "./time-source.ts";
import { waitingRoom } from "./waiting-room.ts";

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
  const runAt: Reception["runAt"] = (now, command) => {
    const step = command(core(), now);
    noted(step);
    for (const place of step.woken) room.lookAgain(place);
    setAlarm();
    return step.outcome;
  };
  const run: Desk["run"] = (command) => runAt(clock.now().getTime(), command);
  /** Only for those who wait: everybody else finds time caught up when they come. */
  const setAlarm = (): void => {
    const due = room.isEmpty() ? null : core().nextDue();
    if (alarm?.due === due) return;
    alarm?.cancel();
    alarm = due === null ? null : { due, cancel: clock.at(new Date(due), ring) };
  };
  const ring = (): void => {
    alarm = null;
    run((core, now) => core.tick(now));
  };
  return {
    run,
    runAt,
    wait: (request, waitMs) => {
      const until = new Date(clock.now().getTime() + waitMs);
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
