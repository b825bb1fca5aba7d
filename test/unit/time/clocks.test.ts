import { describe, expect, test } from "@jest/globals";
import { type Clock, sleep } from "../../../runtime/time/clock.ts";
import { manualClock } from "../../../runtime/time/manual/manual-clock.ts";
import { doorbell } from "../../../runtime/time/pause.ts";
import { systemClock } from "../../../runtime/time/system/system-clock.ts";
import { machineAt } from "./machine.ts";

const START = new Date("2026-03-01T00:00:00.000Z");
const later = (ms: number): Date => new Date(START.getTime() + ms);

describe("a manual clock", () => {
  test("it stands still until it is moved", () => {
    const clock = manualClock(START);
    expect(clock.now()).toEqual(START);
    clock.advance(1_500);
    expect(clock.now()).toEqual(later(1_500));
  });

  test("callbacks come in order of their instants, and see the instant they asked for", () => {
    const clock = manualClock(START);
    const seen: [string, number][] = [];
    const note = (name: string) => () => seen.push([name, clock.now().getTime() - START.getTime()]);
    clock.at(later(20), note("c"));
    clock.at(later(10), note("a"));
    clock.at(later(10), note("b"));
    clock.at(later(31), note("late"));
    clock.advance(30);
    expect(seen).toEqual([
      ["a", 10],
      ["b", 10],
      ["c", 20],
    ]);
    expect(clock.next()).toEqual(later(31));
  });

  test("a callback may ask for another one on the way", () => {
    const clock = manualClock(START);
    const seen: number[] = [];
    const again = (): void => {
      seen.push(clock.now().getTime() - START.getTime());
      clock.at(new Date(clock.now().getTime() + 10), again);
    };
    clock.at(later(10), again);
    clock.advance(35);
    expect(seen).toEqual([10, 20, 30]);
  });

  test("a cancelled callback is not called, and cancelling twice does nothing", () => {
    const clock = manualClock(START);
    const cancel = clock.at(later(10), () => {
      throw new Error("called");
    });
    cancel();
    cancel();
    clock.advance(100);
    expect(clock.next()).toBeNull();
  });

  test("an instant in the past is called when the clock moves, at the present", () => {
    const clock = manualClock(START);
    const seen: Date[] = [];
    clock.at(later(-50), () => seen.push(clock.now()));
    expect(seen).toEqual([]);
    clock.advance(0);
    expect(seen).toEqual([START]);
  });

  test("sleeping ends when the time has passed", async () => {
    const clock = manualClock(START);
    let awake = false;
    const sleeping = sleep(clock, 60_000).then(() => {
      awake = true;
    });
    clock.advance(59_999);
    await Promise.resolve();
    expect(awake).toBe(false);
    clock.advance(1);
    await sleeping;
    expect(awake).toBe(true);
  });
});

describe("the machine's clock", () => {
  const clock: Clock = systemClock;

  test("it goes with the machine's time and calls back, never early", async () => {
    const due = new Date(clock.now().getTime() + 15);
    await new Promise<void>((resolve) => {
      clock.at(due, resolve);
    });
    expect(clock.now().getTime()).toBeGreaterThanOrEqual(due.getTime());
  });

  test("an instant in the past is called, but not within the call", async () => {
    let called = false;
    const waiting = new Promise<void>((resolve) => {
      clock.at(new Date(0), () => {
        called = true;
        resolve();
      });
    });
    expect(called).toBe(false);
    await waiting;
    expect(called).toBe(true);
  });

  test("a wait longer than a timer holds does not ring at once, and can be cancelled", async () => {
    let called = false;
    const farAway = new Date(clock.now().getTime() + 40 * 86_400_000);
    const cancel = clock.at(farAway, () => {
      called = true;
    });
    await sleep(clock, 20);
    expect(called).toBe(false);
    cancel();
  });
});

describe("a machine's clock that is set", () => {
  const HOUR = 3_600_000;
  const DAY = 24 * HOUR;

  test.each([
    ["back", -HOUR],
    ["ahead", HOUR],
  ])("R43: %s by an hour: the present follows, a wait is as long as it was to be", (_, ms) => {
    const { clock, set, pass } = machineAt(START);
    let rang = 0;
    clock.at(later(1_000), () => {
      rang += 1;
    });
    pass(200);
    set(ms);
    expect(clock.now()).toEqual(later(200 + ms));
    pass(799);
    expect(rang).toBe(0);
    pass(1);
    expect(rang).toBe(1);
    pass(2 * HOUR);
    expect(rang).toBe(1);
  });

  test("R43: whoever waits at a doorbell waits its time, however it is set", async () => {
    const { clock, set, pass, isIdle } = machineAt(START);
    let isOver = false;
    const wait = doorbell(clock)
      .wait(1_000, new AbortController().signal)
      .then(() => {
        isOver = true;
      });
    for (const ms of [-20_000, 90_000, -HOUR, DAY]) {
      set(ms);
      pass(249);
      await Promise.resolve();
      expect(isOver).toBe(false);
    }
    pass(4);
    await wait;
    expect(isIdle()).toBe(true);
  });

  test("a timer that rings early is set again, and a long wait is taken in parts", () => {
    const { clock, pass } = machineAt(START, 3);
    const seen: Date[] = [];
    clock.at(later(40 * DAY), () => seen.push(clock.now()));
    pass(40 * DAY - 1);
    expect(seen).toEqual([]);
    pass(1);
    expect(seen).toEqual([later(40 * DAY)]);
  });
});
