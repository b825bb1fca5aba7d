import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { fail } from "../../../runtime/contract/result.ts";
import { type ManualClock, manualClock } from "../../../runtime/time/manual/manual-clock.ts";
import { batchAt } from "./found.ts";
import { PLAIN, publish } from "./runbook-texts.ts";
import { openWorld, type World } from "./scheduler-world.ts";
import { EVERY_MS } from "./times-of-tests.ts";

const T1 = "2026-03-03T08:00:00.000Z";

let world: World;
beforeEach(async () => {
  world = await openWorld();
  await publish(world);
  world.tables.set(PLAIN, [{ Key: "ann", Start: T1 }]);
});
afterEach(() => world.remove());

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Until the loop waits for just so long; for ever when it does not. */
const untilWaits = async (clock: ManualClock, ms: number): Promise<void> => {
  while ((clock.next()?.getTime() ?? 0) - clock.now().getTime() !== ms) await turn();
};

test("it ticks at once and then at the interval, until it is stopped", async () => {
  const running = world.scheduler.start();
  await untilWaits(world.clock, EVERY_MS);
  expect((await batchAt(world, T1)).activeMembers).toBe(1);
  world.clock.advance(EVERY_MS);
  while (world.tables.asked() < 2) await turn();
  await untilWaits(world.clock, EVERY_MS);
  await running.stop();
  await running.ended;
  expect(world.clock.next()).toBeNull();
});

test("M-013: after a tick longer than the interval the next one follows", async () => {
  const answer = world.tables.hold();
  const running = world.scheduler.start();
  while (world.tables.asked() < 1) await turn();
  world.clock.advance(2 * EVERY_MS);
  await turn();
  expect(world.tables.asked()).toBe(1);
  answer();
  while (world.tables.asked() < 2) {
    world.clock.advance(0);
    await turn();
  }
  await running.stop();
});

test("stopping waits for the tick in hand", async () => {
  const answer = world.tables.hold();
  const running = world.scheduler.start();
  while (world.tables.asked() < 1) await turn();
  let isOver = false;
  const stopped = running.stop().then(() => {
    isOver = true;
  });
  for (let turns = 0; turns < 50; turns += 1) await turn();
  expect(isOver).toBe(false);
  answer();
  await stopped;
  expect((await batchAt(world, T1)).status).toBe("active");
});

test("R28 (part): while the store fails it tries again, each time later", async () => {
  let isDown = true;
  const { acquire } = world.store.leases;
  const leases: World["store"]["leases"] = {
    ...world.store.leases,
    acquire: async (...given) =>
      isDown ? fail({ kind: "unavailable", reason: "down" }) : acquire(...given),
  };
  const clock = manualClock(world.clock.now());
  const store = { ...world.store, leases };
  const running = world.another("host-b", { store, clock }).start();
  for (const wait of [500, 1_000, 2_000]) {
    await untilWaits(clock, wait);
    clock.advance(wait);
  }
  await untilWaits(clock, 4_000);
  expect(world.told[0]).toMatchObject({ kind: "store-failed", doing: "taking the lease" });
  isDown = false;
  clock.advance(4_000);
  await untilWaits(clock, EVERY_MS);
  expect(world.tables.asked()).toBe(1);
  await running.stop();
});

test("a bug in a tick is told and does not end the loop", async () => {
  const leases: World["store"]["leases"] = {
    ...world.store.leases,
    heldUntil: () => Promise.reject(new Error("a bug")),
  };
  const clock = manualClock(world.clock.now());
  const running = world.another("host-b", { store: { ...world.store, leases }, clock }).start();
  await untilWaits(clock, 500);
  expect(world.told).toMatchObject([{ kind: "threw", doing: "ticking" }]);
  await running.stop();
});
