/** A durable broker for each test, whose own appends can be made to fail or wait, and short ways
 *  to ask it. */
import { afterEach, beforeEach } from "@jest/globals";
import type { Bus } from "../../../../runtime/bus/bus.ts";
import type { Settlement, Source } from "../../../../runtime/bus/lock.ts";
import type { Received } from "../../../../runtime/bus/message.ts";
import { fail } from "../../../../runtime/contract/result.ts";
import type { Journal } from "../../../../runtime/store/sqlite/journal.ts";
import type { OutgoingMessage } from "../../../../runtime/store/unit.ts";
import { type BrokerInFile, brokerInFile } from "./broker-in-file.ts";
import { ENTITIES } from "./durable-entities.ts";

export type DurableWorld = {
  /** The one that is open now. */
  file: BrokerInFile;
  /** The broker's own appends are refused. */
  isFull: boolean;
  /** They wait for it. */
  turn: Promise<void>;
};

/** Set up before each test of the file that calls it. */
export function durableWorld(): DurableWorld {
  const world = { isFull: false, turn: Promise.resolve() } as DurableWorld;
  const through = (journal: Journal): Journal => ({
    ...journal,
    append: async (records) => {
      await world.turn;
      return world.isFull ? fail({ kind: "full" }) : journal.append(records);
    },
  });
  beforeEach(async () => {
    world.isFull = false;
    world.turn = Promise.resolve();
    world.file = await brokerInFile({ entities: ENTITIES, through });
  });
  afterEach(() => world.file.remove());
  return world;
}

export async function receive(bus: Bus, source: Source, waitMs = 0): Promise<readonly Received[]> {
  const got = await bus.receive(source, { max: 100, waitMs });
  if (!got.ok) throw new Error(got.error.kind);
  return got.value;
}

export const idsOf = (messages: readonly Received[]) => messages.map(({ messageId }) => messageId);

export const complete = (messages: readonly Received[]): readonly Settlement[] =>
  messages.map(({ lock }) => ({ kind: "complete", lock }));

/** A store's commit that carries messages; `rows` may refuse it. */
export const commit = (
  { store }: BrokerInFile,
  publish: readonly OutgoingMessage[],
  settle: readonly Settlement[] = [],
  rows: () => void = () => {},
) =>
  store.together(({ deliver }) => {
    deliver({ publish, settle });
    rows();
    return null;
  });

export const segments = ({ store }: BrokerInFile): number => store.journal.read().length;
