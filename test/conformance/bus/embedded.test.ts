import { entitiesOf } from "../../../runtime/bus/embedded/configure.ts";
import { inMemoryBroker } from "../../../runtime/bus/embedded/in-memory.ts";
import { TOPICS } from "../../../runtime/contract/blueprint/topics.ts";
import { manualClock } from "../../../runtime/time/manual/manual-clock.ts";
import type { World } from "./bus-case.ts";
import { busSuite } from "./bus-suite.ts";
import { SUITE_ENTITIES, WORKERS } from "./entities.ts";

function open(): World {
  const clock = manualClock(new Date("2026-03-01T08:00:00.000Z"));
  let ids = 0;
  const broker = inMemoryBroker(clock, () => {
    ids += 1;
    return `id-${ids}`;
  });
  const configured = broker.configure([...entitiesOf(TOPICS, WORKERS), ...SUITE_ENTITIES]);
  if (!configured.ok) throw new Error(JSON.stringify(configured.error));
  return {
    bus: broker.connect("one"),
    other: broker.connect("two"),
    now: clock.now,
    pass: async (ms) => clock.advance(ms),
    hostDies: async () => broker.hostDied("one"),
    counts: async (name) => {
      const found = broker.statistics().find(({ topic }) => topic === name);
      if (found === undefined) throw new Error(`there is no topic ${name}`);
      return found;
    },
    stop: async () => broker.stop(),
  };
}

busSuite({
  name: "embedded, in memory",
  open: async () => open(),
  close: async (world) => world.stop(),
  lacks: {},
});
