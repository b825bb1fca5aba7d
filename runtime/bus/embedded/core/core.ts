/** The broker as a state machine: a command and the time go in, an outcome and the records of
 *  what changed come out. No input or output, no clock, no chance: ids come from `nextId`.
 *  K1. Same commands, times and ids, same outcomes and records.
 *  K2. `restore` of all records so far gives a broker that answers every command alike.
 *  K3. A copy is ready, locked, deferred, or a dead letter; it leaves only by being completed, by
 *      expiring where that does not dead-letter, or with its subscription.
 *  K4. How often time is told makes no difference to what happens at which moment.
 *  Whoever makes it durable writes the records before giving the outcome away. */
import { advance, endOfLease } from "./advance.ts";
import { apply } from "./apply.ts";
import { rememberIds } from "./apply-message.ts";
import { checkpoint } from "./checkpoint.ts";
import type { JournalRecord } from "./journal.ts";
import { cancelScheduled, publish, schedule } from "./publish.ts";
import { putEntities, removeSubscription } from "./put-entity.ts";
import { peek, receive, receiveDeferred } from "./receive.ts";
import {
  acceptSession,
  readSessionState,
  releaseSession,
  renewSession,
  writeSessionState,
} from "./session.ts";
import { renew, settle } from "./settle.ts";
import type { State } from "./state.ts";
import { statistics } from "./statistics.ts";
import { nextDue, timers } from "./timers.ts";

export type Step<Outcome> = {
  readonly outcome: Outcome;
  readonly journal: readonly JournalRecord[];
  /** Places (see wake.ts) where there may now be something to receive. */
  readonly woken: readonly string[];
};

export type Core = ReturnType<typeof brokerCore>;

export const brokerCore = (nextId: () => string) => coreOver(emptyState(nextId));

/** Locks are restored too. Those of hosts that are gone are ended by `hostDied`. */
export function restore(nextId: () => string, records: readonly JournalRecord[]): Core {
  const state = emptyState(nextId);
  const { from, to } = lastCheckpoint(records);
  for (let index = from; index < records.length; index += 1) {
    const record = records[index];
    if (record === undefined) break;
    state.isPatchy = index < to;
    rememberIds(state, record);
    apply(state, record);
  }
  state.woken.clear();
  return coreOver(state);
}

/** Where the last one that was finished begins and ends; all records where there is none. */
function lastCheckpoint(records: readonly JournalRecord[]) {
  const to = records.findLastIndex(({ kind }) => kind === "checkpoint-ended");
  const end = records[to];
  if (end?.kind !== "checkpoint-ended") return { from: 0, to: 0 };
  const from = records.findLastIndex(
    (record, index) => index < to && record.kind === "checkpoint-began" && record.id === end.id,
  );
  if (from === -1) throw new Error("the journal ends a checkpoint that never began");
  return { from, to };
}

const emptyState = (nextId: () => string): State => ({
  topics: new Map(),
  timers: timers(),
  owners: new Map(),
  nextId,
  now: 0,
  settlings: 0,
  isPatchy: false,
  journal: [],
  woken: new Set(),
});

const coreOver = (state: State) => {
  const command =
    <Args extends readonly unknown[], Outcome>(act: (state: State, ...args: Args) => Outcome) =>
    (now: number, ...args: Args): Step<Outcome> => {
      advance(state, now);
      const outcome = act(state, ...args);
      const { journal } = state;
      state.journal = [];
      const woken = [...state.woken];
      state.woken.clear();
      return { outcome, journal, woken };
    };
  return {
    putEntities: command(putEntities),
    removeSubscription: command(removeSubscription),
    publish: command(publish),
    schedule: command(schedule),
    cancelScheduled: command(cancelScheduled),
    receive: command(receive),
    receiveDeferred: command(receiveDeferred),
    peek: command(peek),
    settle: command(settle),
    renew: command(renew),
    acceptSession: command(acceptSession),
    renewSession: command(renewSession),
    releaseSession: command(releaseSession),
    readSessionState: command(readSessionState),
    writeSessionState: command(writeSessionState),
    /** A host is gone with everything it held: that goes back, each delivery counted. */
    hostDied: command(hostDied),
    /** Only lets time catch up. */
    tick: command(() => null),
    statistics: command(statistics),
    /** Slices for the journal, in order, whenever there is time; see checkpoint.ts. */
    checkpoint: (id: number) => checkpoint(state, id),
    owners: (): readonly string[] => [...state.owners.keys()],
    /** When time alone will change something next; null: never. */
    nextDue: (): number | null => nextDue(state.timers),
  };
};

function hostDied(state: State, owner: string): number {
  const leases = [...(state.owners.get(owner) ?? [])];
  for (const lease of leases) endOfLease(state, lease, true);
  return leases.length;
}
