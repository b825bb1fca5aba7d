import { describe, expect, test } from "@jest/globals";
import { startTicking } from "../../../../runtime/hosts/embedded/ticking.ts";
import type { TickReport } from "../../../../runtime/scheduler/scheduler.ts";
import { NO_TICK } from "../../../../runtime/scheduler/tick.ts";
import { manualClock } from "../../../../runtime/time/manual/manual-clock.ts";
import { calm } from "./exchange-world.ts";

const EVERY_MS = 60_000;
const DONE: TickReport = { ...NO_TICK, outcome: "done" };
const FAILED: TickReport = { ...NO_TICK, outcome: "failed" };

/** A scheduler that does as it is told, tick by tick, and then goes well. */
function tickingWorld(...script: readonly (TickReport | Error)[]) {
  const clock = manualClock(new Date("2026-03-01T08:00:00.000Z"));
  const errors: unknown[] = [];
  let ticks = 0;
  const tick = async (): Promise<TickReport> => {
    const next = script[ticks] ?? DONE;
    ticks += 1;
    if (next instanceof Error) throw next;
    return next;
  };
  const ticking = startTicking({
    scheduler: { tick },
    clock,
    everyMs: EVERY_MS,
    ticked: () => undefined,
    threw: (error) => errors.push(error),
  });
  const pass = async (ms: number): Promise<void> => {
    await calm();
    clock.advance(ms);
    await calm();
  };
  return { ...ticking, clock, errors, pass, ticks: () => ticks };
}

describe("the ticks of a host", () => {
  test("M-005 (part): there is one at the start and one at each interval", async () => {
    const world = tickingWorld();
    await world.pass(EVERY_MS - 1);
    expect(world.ticks()).toBe(1);
    await world.pass(1);
    expect(world.ticks()).toBe(2);
    await world.stop();
  });

  test("somebody who asks does not wait for the interval", async () => {
    const world = tickingWorld();
    await world.pass(0);
    world.now();
    await world.pass(0);
    expect(world.ticks()).toBe(2);
    await world.stop();
  });

  test("a tick that failed or met a bug is told and tried again soon", async () => {
    const world = tickingWorld(new Error("a bug"), FAILED);
    await world.pass(0);
    expect(world.errors).toEqual([new Error("a bug")]);
    expect(world.last()).toBeNull();
    await world.pass(1_000);
    expect(world.last()?.report).toEqual(FAILED);
    await world.pass(2_000);
    expect(world.last()).toEqual({ at: world.clock.now(), report: DONE });
    await world.stop();
  });

  test("after its stop there is none", async () => {
    const world = tickingWorld();
    await world.stop();
    const before = world.ticks();
    world.now();
    await world.pass(10 * EVERY_MS);
    expect(world.ticks()).toBe(before);
  });
});
