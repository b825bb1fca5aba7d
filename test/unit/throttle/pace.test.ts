import { describe, expect, test } from "@jest/globals";
import {
  answered,
  began,
  newPace,
  type Pace,
  readyMs,
  refused,
} from "../../../runtime/throttle/adaptive/pace.ts";

const known = (callsPerSec: number | null): Pace =>
  newPace({ callsPerSec, pausedUntilMs: 0, refusals: 0 });

/** Calls begin as soon as they may and are answered at once, for so long. */
function busy(pace: Pace, fromMs: number, forMs: number): Pace {
  let next = pace;
  for (let now = fromMs; now < fromMs + forMs; now = Math.max(now, readyMs(next))) {
    next = began(next, 1, now, true);
    next = answered(next, 1, next.turn, now);
  }
  return next;
}

const refusedNow = (pace: Pace, nowMs: number, retryAfterMs: number | null): Pace =>
  refused(pace, { from: pace, retryAfterMs, chance: 0.5 }, nowMs);

describe("the pace of calls", () => {
  test("holds a known rate, then rises, and holds below where it was refused", () => {
    const held = busy(known(20), 0, 9_000);
    expect(held.answered).toBeCloseTo(180, -1);
    const risen = busy(held, 9_000, 4_000);
    const next = refusedNow(risen, 13_000, 1_000);
    expect(next.rate.held).toBeGreaterThanOrEqual(20);
    expect(next.rate.held).toBeLessThan(22);
    expect(next.rate.heldSec).toBeGreaterThan(risen.rate.heldSec);
  });

  test("a refusal while it holds lowers the rate, more with each in a row", () => {
    const once = refusedNow(busy(known(20), 0, 5_000), 5_000, 1_000);
    expect(once.rate.held).toBeLessThan(20);
    expect(once.rate.held).toBeGreaterThan(16);
    const twice = refusedNow(busy(once, 6_000, 5_000), 11_000, 1_000);
    const firstStep = once.rate.held / 20;
    expect(twice.rate.held / once.rate.held).toBeLessThan(firstStep);
  });

  test("a rise far beyond what was known is another limit, and is held at once", () => {
    const risen = busy(known(20), 0, 22_000);
    const next = refusedNow(risen, 22_000, 1_000);
    expect(next.rate.held).toBeGreaterThan(26);
    expect(next.rate.tooHigh).toBeNull();
  });

  test("calls that did not have to wait raise nothing", () => {
    let pace = known(20);
    for (let now = 0; now < 60_000; now += 1_000) pace = began(pace, 1, now, false);
    expect(pace.risenSec).toBe(0);
  });

  test("one pause is one lesson: calls that began before it only prolong it", () => {
    const before = busy(known(20), 0, 5_000);
    const paused = refusedNow(before, 5_000, 2_000);
    const again = refused(paused, { from: before, retryAfterMs: 3_000, chance: 0.5 }, 5_000);
    expect(again).toEqual({ ...paused, pausedUntilMs: 8_000 });
  });

  test("told to stay away for a day, it asks after ten minutes, with one call alone", () => {
    const told = refusedNow(busy(known(20), 0, 5_000), 5_000, 86_400_000);
    expect(readyMs(told)).toBe(5_000 + 600_000);
    expect(readyMs(began(told, 1, 605_000, true))).toBe(606_000);
    const short = refusedNow(busy(known(20), 0, 5_000), 5_000, 600_000);
    expect(readyMs(began(short, 1, 605_000, true))).toBeLessThan(605_200);
  });

  test("told nothing, it pauses twice as long each time, and one call goes alone after", () => {
    const once = refusedNow(busy(known(20), 0, 5_000), 5_000, null);
    expect(readyMs(once)).toBe(5_750);
    const alone = began(once, 1, 5_750, true);
    expect(readyMs(alone)).toBe(6_750);
    expect(readyMs(refusedNow(alone, 5_800, null))).toBe(5_800 + 1_500);
  });
});
