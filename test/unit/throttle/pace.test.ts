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

const UNKNOWN = { callsPerSec: null, pausedUntilMs: 0, refusals: 0 };

/** Whether a call is admitted there: so many a second, counted over the last seconds. */
type Admits = (nowMs: number) => boolean;

function slidingWindow(windowSec: number, callsPerSec: number): Admits {
  const admitted: number[] = [];
  return (nowMs) => {
    while ((admitted[0] ?? nowMs) <= nowMs - windowSec * 1_000) admitted.shift();
    const hasRoom = admitted.length < windowSec * callsPerSec;
    if (hasRoom) admitted.push(nowMs);
    return hasRoom;
  };
}

/** Calls begin as soon as they may; a refusal tells one second. */
function served(pace: Pace, fromMs: number, untilMs: number, admits: Admits) {
  let next = pace;
  let nowMs = fromMs;
  for (; nowMs < untilMs; nowMs = Math.max(nowMs, readyMs(next))) {
    const from = next;
    next = began(from, 1, nowMs, true);
    const refusal = { from, retryAfterMs: 1_000, chance: 0.5 };
    next = admits(nowMs) ? answered(next, 1, from.turn, nowMs) : refused(next, refusal, nowMs);
  }
  return { pace: next, nowMs };
}

const refusedNow = (pace: Pace, nowMs: number, retryAfterMs: number | null): Pace =>
  refused(pace, { from: pace, retryAfterMs, chance: 0.5 }, nowMs);

describe("the pace of calls", () => {
  test("holds a known rate, then rises, and holds below where it was refused", () => {
    const held = busy(known(20), 0, 13_000);
    expect(held.answered).toBeCloseTo(260, -1);
    const risen = busy(held, 13_000, 4_000);
    const next = refusedNow(risen, 17_000, 1_000);
    expect(next.rate.held).toBeGreaterThan(20);
    expect(next.rate.held).toBeLessThan(22);
    expect(next.rate.proven).toBe(20);
  });

  test("a higher rate that is refused at once leads back to the one that was proven", () => {
    const higher = refusedNow(busy(known(20), 0, 17_000), 17_000, 1_000);
    const back = refusedNow(busy(higher, 18_000, 3_000), 21_000, 1_000);
    expect(back.rate.held).toBe(20);
    const again = refusedNow(busy(back, 22_000, 3_000), 25_000, 1_000);
    expect(again.rate.held).toBeLessThan(19.5);
  });

  test.each([2, 3, 5])(
    "a limit that doubles is found although it counts over %i s",
    (windowSec) => {
      const { pace, nowMs } = served(newPace(UNKNOWN), 0, 60_000, slidingWindow(windowSec, 30));
      expect(pace.rate.held).toBeGreaterThan(27);
      expect(pace.rate.held).toBeLessThan(30);
      expect(Math.abs(pace.rate.countsSec - windowSec)).toBeLessThanOrEqual(1);
      const later = served(pace, nowMs, nowMs + 40_000, slidingWindow(windowSec, 60));
      expect(later.pace.rate.held).toBeGreaterThan(54);
      expect(later.pace.rate.held).toBeLessThan(60);
    },
  );

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
    expect(next.rate.held).toBeGreaterThan(25);
    expect(next.rate.tooHigh).toBeNull();
  });

  test("a pause told in seconds belongs to the window that it ends", () => {
    const risen = busy(known(20), 0, 17_000);
    const short = refusedNow(risen, 17_000, 1_000);
    const long = refusedNow(risen, 17_000, 6_000);
    expect(long.rate.countsSec).toBeGreaterThan(5);
    expect(short.rate.countsSec).toBeLessThan(3);
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

  test("what a pause held back is not caught up, also when it was prolonged", () => {
    const before = busy(known(20), 0, 5_000);
    const paused = refusedNow(before, 5_000, 2_000);
    const longer = refused(paused, { from: before, retryAfterMs: 3_000, chance: 0.5 }, 5_000);
    const resumed = began(longer, 1, 8_000, true);
    expect(readyMs(resumed)).toBeCloseTo(8_000 + 1_000 / longer.rate.held, 6);
    expect(readyMs(answered(resumed, 1, resumed.turn, 8_010))).toBe(readyMs(resumed));
  });
});
