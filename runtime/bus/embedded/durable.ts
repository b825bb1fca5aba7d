/** The broker whose every record is in a journal before its outcome is known outside. Its own
 *  commands append to the journal; `fuse` gives a store's transaction the records of what that
 *  transaction publishes and settles, so that rows and messages are one commit. Whoever waits in
 *  this process is served within it: the delivery is durable before the receiver sees it.
 *  At the start all earlier hosts are dead: what they held goes back, to be delivered alone. */
import type { Envelope } from "../../contract/messages/envelope.ts";
import type { Result } from "../../contract/result.ts";
import type { Bus } from "../bus.ts";
import type { PublishFailure, Unavailable } from "../failure.ts";
import type { Settlement } from "../lock.ts";
import { connection } from "./connection.ts";
import { toLockRef, toVerdict } from "./convert.ts";
import { type Core, restore } from "./core/core.ts";
import type { Entity } from "./core/entity.ts";
import type { NewMessage } from "./core/publish.ts";
import type { EntityFailure } from "./core/put-entity.ts";
import type { TopicCounts } from "./core/statistics.ts";
import { NO_SYSTEM } from "./core/stored-message.ts";
import { type Desk, NOT_KEPT } from "./desk.ts";
import type { BusJournal } from "./log/bus-journal.ts";
import { checkpoints } from "./log/checkpoints.ts";
import { readChunks } from "./log/chunk.ts";
import { type Log, openLog } from "./log/log.ts";
import { type Reception, reception } from "./reception.ts";
import type { TimeSource } from "./time-source.ts";

/** What a store's commit carries for the bus. */
export type FusedMessages = {
  readonly publish: readonly {
    readonly topic: string;
    readonly envelope: Envelope;
    readonly notBefore: Date | null;
  }[];
  readonly settle: readonly Settlement[];
};

/** A message that no trying again will bring onto the bus. It was left out of its commit. */
export type BrokerFault = {
  readonly kind: "unpublishable";
  readonly topic: string;
  readonly envelope: Envelope;
  readonly failure: PublishFailure;
};

export type DurableBrokerParts = {
  readonly journal: BusJournal;
  readonly clock: TimeSource;
  /** Never the same again, in this process or a later one. */
  readonly nextId: () => string;
  readonly observe?: (fault: BrokerFault) => void;
  /** How much is written between two checkpoints, at the least. */
  readonly checkpointChars?: number;
};

export type DurableBroker = {
  readonly configure: (
    entities: readonly Entity[],
  ) => Promise<Result<number, EntityFailure | Unavailable>>;
  /** `isAhead`: everything that this host does with a message goes through `fuse`, so it may have
   *  the message before the commit that it came with. */
  readonly connect: (owner: string, isAhead?: boolean) => Bus;
  /** Everything the host held goes back at once, and nothing it waited for is answered. */
  readonly hostDied: (owner: string) => Promise<void>;
  /** Only within a transaction that writes the records, and is told before the next one begins
   *  when they were not written. */
  readonly fuse: (
    messages: FusedMessages,
    now: Date,
  ) => {
    readonly records: string;
    readonly ended: (committed: boolean) => void;
    /** A host that is ahead was given something: what follows from it is about to come. */
    readonly isFollowed: boolean;
  };
  readonly statistics: () => readonly TopicCounts[];
  /** Turns away whoever waits and whoever comes after; answers when all that was run is kept. */
  readonly stop: () => Promise<void>;
};

/** Half a second of full work; a journal of this size is read in as much. */
const CHECKPOINT_CHARS = 16 * 1024 * 1024;

export function openDurableBroker(parts: DurableBrokerParts): DurableBroker {
  const { observe = () => {} } = parts;
  const desk = openDesk(parts);
  const { log, run, runAt } = desk;
  for (const owner of desk.core().owners()) run((core, now) => core.hostDied(now, owner));
  return {
    configure: (entities) =>
      log.kept<Result<number, EntityFailure | Unavailable>>(
        run((core, now) => core.putEntities(now, entities)),
        NOT_KEPT,
      ),
    connect: (owner, isAhead) => connection(desk, owner, isAhead),
    hostDied: async (owner) => {
      desk.forget(owner);
      run((core, now) => core.hostDied(now, owner));
      await log.kept(null, null);
    },
    fuse: (messages, now) => {
      const before = desk.aheads();
      const faults = withinUnit(() => changeAll(messages, now.getTime(), runAt), log.lose);
      const { records, ended } = log.take();
      return {
        records,
        isFollowed: desk.aheads() > before,
        ended: (committed) => {
          ended(committed);
          if (committed) for (const fault of faults) observe(fault);
        },
      };
    },
    statistics: () => run((core, now) => core.statistics(now)),
    stop: async () => {
      desk.shut();
      await log.settled();
    },
  };
}

type DurableDesk = Desk &
  Pick<Reception, "runAt" | "forget"> & {
    readonly log: Log;
    readonly core: () => Core;
    /** How many answers were given before they were kept. */
    readonly aheads: () => number;
    readonly shut: () => void;
  };

function openDesk(parts: DurableBrokerParts): DurableDesk {
  const { journal, clock, nextId, checkpointChars: charsMin = CHECKPOINT_CHARS } = parts;
  let isOpen = true;
  const first = readBroker(nextId, journal.read(), null);
  let { core } = first;
  const points = checkpoints({
    journal,
    slices: (id) => core.checkpoint(id),
    chars: first.chars,
    charsMin,
  });
  const shut = (): void => {
    isOpen = false;
    rooms.close();
  };
  const reread = (still: string, lost: number | null): number => {
    points.abandon();
    try {
      const again = readBroker(nextId, [...journal.read(), { records: still }], lost);
      ({ core } = again);
      return again.last;
    } catch {
      // A journal that cannot be read now is one that nothing can be written to: whoever opens it
      // again finds what is in it.
      shut();
      return 0;
    }
  };
  const { alongside, wrote } = points;
  const log = openLog({ journal, start: first.last, reread, alongside, wrote });
  const rooms = reception(
    clock,
    () => core,
    (step) => log.note(step.journal),
  );
  const { run, runAt, wait, forget } = rooms;
  return {
    run,
    runAt,
    wait,
    forget,
    shut,
    log,
    kept: log.kept,
    ...givingAhead(),
    core: () => core,
    isOpen: () => isOpen,
  };
}

function givingAhead(): Pick<DurableDesk, "ahead" | "aheads"> {
  let aheads = 0;
  return {
    ahead: async (answer) => {
      aheads += 1;
      return answer;
    },
    aheads: () => aheads,
  };
}

function readBroker(
  nextId: () => string,
  segments: readonly { readonly records: string }[],
  lost: number | null,
): { readonly core: Core; readonly last: number; readonly chars: number } {
  const chunks = [...readChunks(segments)].filter(({ number }) => number !== lost);
  const records = chunks.flatMap((chunk) => chunk.records);
  const chars = segments.reduce((sum, segment) => sum + segment.records.length, 0);
  return { core: restore(nextId, records), last: chunks.at(-1)?.number ?? 0, chars };
}

/** A unit is all of it or nothing: half of one must not be kept by the next commit. */
function withinUnit<Value>(work: () => Value, undo: () => void): Value {
  try {
    return work();
  } catch (error) {
    undo();
    throw error;
  }
}

function changeAll(
  { publish, settle }: FusedMessages,
  at: number,
  runAt: Reception["runAt"],
): readonly BrokerFault[] {
  const items = settle.map((each) => ({ lock: toLockRef(each.lock), verdict: toVerdict(each) }));
  if (items.length > 0) runAt(at, (core, now) => core.settle(now, items));
  const faults: BrokerFault[] = [];
  for (const [topic, messages] of byTopic(publish)) {
    const publishGroup = (group: readonly NewMessage[]) =>
      runAt(at, (core, now) => core.publish(now, topic, group));
    faults.push(...publishAll(topic, messages, publishGroup));
  }
  return faults;
}

function byTopic(publish: FusedMessages["publish"]): ReadonlyMap<string, readonly NewMessage[]> {
  const topics = new Map<string, NewMessage[]>();
  for (const { topic, envelope, notBefore } of publish) {
    const { messageId, body, properties } = envelope;
    const due = notBefore?.getTime() ?? null;
    const message = {
      messageId,
      body,
      properties,
      sessionId: null,
      ttlMs: null,
      system: NO_SYSTEM,
      due,
    };
    const group = topics.get(topic);
    if (group === undefined) topics.set(topic, [message]);
    else group.push(message);
  }
  return topics;
}

/** What cannot be published ever is left out and told. That a topic is not there at all is a bug
 *  of whoever set up the broker, and nothing may be committed. */
function publishAll(
  topic: string,
  messages: readonly NewMessage[],
  publishGroup: (group: readonly NewMessage[]) => Result<unknown, PublishFailure>,
): readonly BrokerFault[] {
  const result = publishGroup(messages);
  if (result.ok) return [];
  const failure = result.error;
  if (!("index" in failure)) throw new Error(`${topic}: ${JSON.stringify(failure)}`);
  const envelope = messages[failure.index];
  if (envelope === undefined) throw new Error(`${topic} has no message ${failure.index}`);
  const { messageId, body, properties } = envelope;
  const fault: BrokerFault = {
    kind: "unpublishable",
    topic,
    envelope: { messageId, body, properties },
    failure,
  };
  const rest = messages.toSpliced(failure.index, 1);
  return [fault, ...publishAll(topic, rest, publishGroup)];
}
