/** The broker in this process and in memory only: for tests, rehearsals and anything that may
 *  start afresh. Hosts connect under a name; a host that dies is reported by that name. */
import type { Result } from "../../contract/result.ts";
import type { Bus } from "../bus.ts";
import { connection } from "./connection.ts";
import { brokerCore } from "./core/core.ts";
import type { Entity } from "./core/entity.ts";
import type { EntityFailure } from "./core/put-entity.ts";
import type { TopicCounts } from "./core/statistics.ts";
import { reception } from "./reception.ts";
import type { TimeSource } from "./time-source.ts";

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
  let open = true;
  const { run, wait, forget, close } = reception(
    clock,
    () => core,
    () => {},
  );
  const kept = async <Answer>(answer: Answer): Promise<Answer> => answer;
  const desk = { run, wait, kept, ahead: kept, isOpen: () => open };
  return {
    configure: (entities) => run((core, now) => core.putEntities(now, entities)),
    connect: (owner) => connection(desk, owner),
    hostDied: (owner) => {
      forget(owner);
      run((core, now) => core.hostDied(now, owner));
    },
    statistics: () => run((core, now) => core.statistics(now)),
    stop: () => {
      open = false;
      close();
    },
  };
}
