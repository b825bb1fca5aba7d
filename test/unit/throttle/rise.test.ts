import { describe, expect, test } from "@jest/globals";
import { type Course, meanRate, rateAfter } from "../../../runtime/throttle/adaptive/rise.ts";

const LEARNT: Course = { held: 20, heldSec: 10, learnt: true };
const UNKNOWN: Course = { held: 10, heldSec: 10, learnt: false };

function summed(course: Course, sec: number, overSec: number): number {
  const parts = 10_000;
  const each = Array.from({ length: parts }, (_, at) => sec - ((at + 0.5) * overSec) / parts);
  return each.reduce((sum, at) => sum + rateAfter(course, at), 0) / parts;
}

describe("the course of a rate", () => {
  test("holds, then rises by a little and ever faster", () => {
    const rates = [5, 10, 12, 14, 16, 18, 20].map((sec) => rateAfter(LEARNT, sec));
    expect(rates.slice(0, 2)).toEqual([20, 20]);
    const steps = rates.slice(2).map((rate, at) => rate - (rates[at + 1] ?? 0));
    expect(steps.toSorted((a, b) => a - b)).toEqual(steps);
    expect(steps[0]).toBeLessThan(0.06 * 20);
    expect(rates.at(-1)).toBeGreaterThan(2 * 20);
  });

  test.each([
    ["while it holds", LEARNT, 8, 3],
    ["across its beginning", LEARNT, 2, 5],
    ["while it rises", LEARNT, 16, 4],
    ["across the end of holding", LEARNT, 13, 9],
    ["before anything is known", UNKNOWN, 7, 2],
    ["across the beginning, before anything is known", UNKNOWN, 3, 8],
  ] as const)("its mean is that of all its rates %s", (_, course, sec, overSec) => {
    expect(meanRate(course, sec, overSec)).toBeCloseTo(summed(course, sec, overSec), 2);
  });
});
