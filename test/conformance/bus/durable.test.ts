import { afterAll } from "@jest/globals";
import { entitiesOf } from "../../../runtime/bus/embedded/configure.ts";
import { restore } from "../../../runtime/bus/embedded/core/core.ts";
import { openDurableBroker } from "../../../runtime/bus/embedded/durable.ts";
import { readChunks } from "../../../runtime/bus/embedded/log/chunk.ts";
import { TOPICS } from "../../../runtime/contract/blueprint/topics.ts";
import { manualClock } from "../../../runtime/time/manual/manual-clock.ts";
import { type BrokerInFile, brokerInFile } from "../../unit/bus/embedded/broker-in-file.ts";
import type { World } from "./bus-case.ts";
import { busSuite } from "./bus-suite.ts";
import { SUITE_ENTITIES, WORKERS } from "./entities.ts";

const entities = [...entitiesOf(TOPICS, WORKERS), ...SUITE_ENTITIES];

/** One file for all cases: setting one up costs more than a case does. Each case finds it empty. */
let file: Promise<BrokerInFile> | null = null;
const openFile = (): Promise<BrokerInFile> => {
  file ??= brokerInFile({ entities: [] });
  return file;
};
afterAll(async () => (await file)?.remove());

const BEYOND_ALL_SEGMENTS = 2 ** 40;
const checks = new WeakMap<World, () => Promise<void>>();
let ids = 0;
const nextId = (): string => {
  ids += 1;
  return `id-${ids}`;
};

/** A checkpoint of no size is taken again and again, so most cases end within one. */
const open = (checkpointChars: number) => async (): Promise<World> => {
  const { journal } = (await openFile()).store;
  await journal.compact(BEYOND_ALL_SEGMENTS, "");
  const clock = manualClock(new Date("2026-03-01T08:00:00.000Z"));
  const broker = openDurableBroker({ journal, clock, nextId, checkpointChars });
  const configured = await broker.configure(entities);
  if (!configured.ok) throw new Error(JSON.stringify(configured.error));
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
  // Whatever a case did, the file holds the broker that it left.
  checks.set(world, async () => {
    const counts = JSON.stringify(broker.statistics());
    await broker.stop();
    const records = [...readChunks(journal.read())].flatMap((chunk) => chunk.records);
    const again = restore(nextId, records).statistics(clock.now().getTime()).outcome;
    if (JSON.stringify(again) !== counts) throw new Error(`not what was left: ${counts}`);
  });
  return world;
};

const close = async (world: World): Promise<void> => checks.get(world)?.();

busSuite({ name: "embedded, in a file", open: open(2 ** 30), close, lacks: {} });
busSuite({ name: "embedded, in a file, always at a checkpoint", open: open(0), close, lacks: {} });
