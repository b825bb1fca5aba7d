import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { manualClock } from "../../../runtime/time/manual/manual-clock.ts";
import { answerOf } from "../../conformance/bus/answers.ts";
import { machineAt } from "../time/machine.ts";
import { batchAt, batchesOf, eventsOf } from "./found.ts";
import { PLAIN, publish } from "./runbook-texts.ts";
import { look, openWorld, type World } from "./scheduler-world.ts";
import { EVERY_MS, MINUTE } from "./times-of-tests.ts";

const T1 = "2026-03-03T08:00:00.000Z";
const row = (Key: string) => ({ Key, Start: T1 });

let world: World;
beforeEach(async () => {
  world = await openWorld();
  await publish(world);
});
afterEach(() => world.remove());

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const untilAsked = async (times: number): Promise<void> => {
  while (world.tables.asked() < times) await turn();
};

test("M-013: a tick that is asked for while one runs does nothing", async () => {
  const answer = world.tables.hold();
  world.tables.set(PLAIN, [row("ann")]);
  const first = world.scheduler.tick();
  await untilAsked(1);
  expect((await world.scheduler.tick()).outcome).toBe("running");
  answer();
  expect((await first).outcome).toBe("done");
  expect((await world.scheduler.tick()).outcome).toBe("done");
});

test("R42, I2: of two schedulers one ticks at a time, and both find the same batch", async () => {
  const answer = world.tables.hold();
  world.tables.set(PLAIN, [row("ann")]);
  const first = world.scheduler.tick();
  await untilAsked(1);
  const other = world.another("host-b");
  expect((await other.tick()).outcome).toBe("elsewhere");
  answer();
  await first;
  expect((await look({ scheduler: other })).found).toMatchObject({ added: 0, unchanged: 1 });
  expect(await batchesOf(world)).toHaveLength(1);
});

test("R42: a long tick keeps its lease by renewing it", async () => {
  const answer = world.tables.hold();
  world.tables.set(PLAIN, [row("ann")]);
  const first = world.scheduler.tick();
  await untilAsked(1);
  const other = world.another("host-b");
  for (let thirds = 0; thirds < 30; thirds += 1) {
    world.clock.advance(MINUTE / 3);
    const until = world.clock.now().getTime() + MINUTE;
    while (answerOf(await world.store.leases.heldUntil("scheduler"))?.getTime() !== until) {
      await turn();
    }
    expect((await other.tick()).outcome).toBe("elsewhere");
  }
  answer();
  expect((await first).outcome).toBe("done");
  expect((await batchAt(world, T1)).activeMembers).toBe(1);
});

test("I32, R42: who slept through its lease commits nothing when it wakes", async () => {
  const asleep = manualClock(world.clock.now());
  const answer = world.tables.hold();
  world.tables.set(PLAIN, [row("ann")]);
  const sleeper = world.another("host-b", { clock: asleep }).tick();
  await untilAsked(1);
  world.clock.advance(2 * MINUTE);
  world.tables.set(PLAIN, [row("bob")]);
  expect((await look(world)).found).toMatchObject({ added: 1 });
  const before = await batchAt(world, T1);
  world.tables.set(PLAIN, [row("cy")]);
  answer();
  const woken = await sleeper;
  expect(woken.outcome).toBe("lease-lost");
  expect(woken.failure).toEqual({ kind: "lease-lost", name: "scheduler" });
  const after = await batchAt(world, T1);
  expect(after).toMatchObject({ eventSeq: before.eventSeq, activeMembers: 1 });
});

test("I32: the lease can be lost between any two orders of a tick", async () => {
  world.tables.set(PLAIN, [row("ann"), row("bob")]);
  for (const stop of ["create", "member-added", "batch-detected"]) {
    const asleep = manualClock(world.clock.now());
    const sleep = async (at: string): Promise<void> => {
      if (at !== stop) return;
      world.clock.advance(2 * MINUTE);
      const lease = answerOf(await world.store.leases.acquire("scheduler", "thief", MINUTE));
      if (lease === null) throw new Error("the lease was still held");
      answerOf(await world.store.leases.release(lease));
    };
    const engine: World["engine"] = {
      ...world.engine,
      handle: async (items, under) => {
        await sleep(items[0]?.input.kind ?? "");
        return world.engine.handle(items, under);
      },
    };
    const batches: World["store"]["batches"] = {
      ...world.store.batches,
      create: async (...given) => {
        await sleep("create");
        return world.store.batches.create(...given);
      },
    };
    const store = { ...world.store, batches };
    const report = await world.another(`host-${stop}`, { engine, store, clock: asleep }).tick();
    expect(report.outcome).toBe("lease-lost");
    const [found] = await batchesOf(world);
    expect(found?.batch.status ?? "none").toBe(stop === "create" ? "none" : "detected");
  }
  await look(world);
  expect(await batchAt(world, T1)).toMatchObject({ status: "active", activeMembers: 2 });
});

test("R42: whoever ticks after a long silence says so, in the log, too", async () => {
  world.tables.set(PLAIN, []);
  expect((await world.scheduler.tick()).missedMs).toBeNull();
  world.clock.advance(3 * EVERY_MS);
  expect((await world.scheduler.tick()).missedMs).toBeNull();
  world.clock.advance(3 * EVERY_MS + 1);
  expect((await world.another("host-b").tick()).missedMs).toBe(3 * EVERY_MS + 1);
  expect(world.told).toEqual([
    { kind: "ticks-missed", forMs: 3 * EVERY_MS + 1, everyMs: EVERY_MS },
  ]);
  expect(await eventsOf(world, 0)).toContain("scheduler.ticks_missed");
});

test("R43: a tick after the clock was set back says so once, in the log, too", async () => {
  world.tables.set(PLAIN, [row("ann")]);
  await look(world);
  const was = world.clock.now();
  world.clock.advance(-60 * MINUTE);
  world.tables.set(PLAIN, [row("ann"), row("bob")]);
  expect((await look({ scheduler: world.another("host-b") })).found).toMatchObject({ added: 1 });
  await look(world);
  expect(world.told).toEqual([{ kind: "clock-set-back", was, at: world.clock.now() }]);
  const told = (await eventsOf(world, 0)).filter((type) => type === "scheduler.clock_set_back");
  expect(told).toHaveLength(1);
});

test("R42, R43: a lease held when the clock is set back can be taken", async () => {
  const answer = world.tables.hold();
  world.tables.set(PLAIN, [row("ann")]);
  const first = world.scheduler.tick();
  await untilAsked(1);
  world.clock.advance(-1);
  expect(answerOf(await world.store.leases.acquire("scheduler", "host-b", MINUTE))).not.toBeNull();
  answer();
  expect((await first).outcome).toBe("lease-lost");
  expect(await batchesOf(world)).toEqual([]);
});

test("R43: the loop ticks again in time, though a tick ends before it began", async () => {
  const machine = machineAt(world.clock.now());
  const answer = world.tables.hold();
  world.tables.set(PLAIN, [row("ann")]);
  const running = world.another("host-b", { clock: machine.clock }).start();
  await untilAsked(1);
  machine.set(-60 * MINUTE);
  answer();
  while (machine.isIdle()) await turn();
  while (
    answerOf(await world.store.leases.heldUntil("scheduler"))?.getTime() !==
    world.clock.now().getTime()
  ) {
    await turn();
  }
  await turn();
  machine.pass(EVERY_MS);
  await untilAsked(2);
  await running.stop();
});
