import { entitiesOf } from "../../../runtime/bus/embedded/configure.ts";
import { restore } from "../../../runtime/bus/embedded/core/core.ts";
import { readChunks } from "../../../runtime/bus/embedded/log/chunk.ts";
import { TOPICS } from "../../../runtime/contract/blueprint/topics.ts";
import { type BrokerInFile, brokerInFile } from "../../unit/bus/embedded/broker-in-file.ts";
import type { World } from "./bus-case.ts";
import { busSuite } from "./bus-suite.ts";
import { SUITE_ENTITIES, WORKERS } from "./entities.ts";

const opened = new WeakMap<World, BrokerInFile>();

async function open(): Promise<World> {
  const entities = [...entitiesOf(TOPICS, WORKERS), ...SUITE_ENTITIES];
  const inFile = await brokerInFile({ entities });
  const { broker, clock } = inFile;
  const world: World = {
    bus: broker.connect("one"),
    other: broker.connect("two"),
    now: clock.now,
    pass: async (ms) => clock.advance(ms),
    hostDies: () => broker.hostDied("one"),
    counts: async (name) => {
      const found = broker.statistics().find(({ topic }) => topic === name);
      if (found === undefined) throw new Error(`there is no topic ${name}`);
      return found;
    },
    stop: () => broker.stop(),
  };
  opened.set(world, inFile);
  return world;
}

/** Whatever a case did, the file holds the broker that it left. */
async function close(world: World): Promise<void> {
  const inFile = opened.get(world);
  if (inFile === undefined) throw new Error("closed before it was opened");
  const { broker, store, clock, remove } = inFile;
  const counts = JSON.stringify(broker.statistics());
  await broker.stop();
  const records = [...readChunks(store.journal.read())].flatMap((chunk) => chunk.records);
  const again = restore(() => "", records).statistics(clock.now().getTime()).outcome;
  await remove();
  if (JSON.stringify(again) !== counts) throw new Error(`not what was left: ${counts}`);
}

busSuite({ name: "embedded, in a file", open, close, lacks: {} });
