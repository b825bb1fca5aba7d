/** The broker in this process and in memory only: for tests, rehearsals and anything that may
 *  start afresh. Hosts connect under a name; a host that dies is reported by that name. */
import type { Result } from "../../contract/result.ts";
import type { Bus } from "../bus.ts";
import { connection } from "./connection.ts";
import { brokerCore } from "./core/core.ts";
import type { Entity } from "./core/entity.ts";
import type { EntityFailure } from "./core/put-entity.ts";
import type { TopicCounts } from "./core/statistics.ts";
import type { Desk } from "./desk.ts";
import type { Cancel, TimeSource } from "./time-source.ts";
import { waitingRoom } from "./waiting-room.ts";

export type InMemoryBroker = {
  readonly configure: (entities: readonly Entity[]) => Result<number, EntityFailure>;
  readonly connect: (owner: string) => Bus;
  /** Everything the host held goes back at once, and nothing it waited for is answered. */
  readonly hostDied: (owner: string) => void;
  readonly statistics: () => readonly TopicCounts[];
  /** Turns away whoever waits, and whoever comes after. */
  readonly stop: () => void;
};

export function inMemoryBroker(clock: TimeSource, nextId: () => string): InMemoryBroker {
  const core = brokerCore(nextId);
  const room = waitingRoom(clock);
  let open = true;
  let alarm: { readonly due: number; readonly cancel: Cancel } | null = null;

  const run: Desk["run"] = (command) => {
    const { outcome, woken } = command(core, clock.now().getTime());
    for (const place of woken) room.lookAgain(place);
    setAlarm();
    return outcome;
  };
  /** Only for those who wait: everybody else finds time caught up when they come. */
  const setAlarm = (): void => {
    const due = room.isEmpty() ? null : core.nextDue();
    if (alarm?.due === due) return;
    alarm?.cancel();
    alarm = due === null ? null : { due, cancel: clock.at(new Date(due), ring) };
  };
  const ring = (): void => {
    alarm = null;
    run((core, now) => core.tick(now));
  };
  const wait: Desk["wait"] = (request, waitMs) => {
    const until = new Date(clock.now().getTime() + waitMs);
    const answer = room.wait({ ...request, until });
    setAlarm();
    return answer;
  };
  return {
    configure: (entities) => run((core, now) => core.putEntities(now, entities)),
    connect: (owner) => connection({ run, wait, isOpen: () => open }, owner),
    hostDied: (owner) => {
      room.forget(owner);
      run((core, now) => core.hostDied(now, owner));
    },
    statistics: () => run((core, now) => core.statistics(now)),
    stop: () => {
      open = false;
      room.close();
      setAlarm();
    },
  };
}
