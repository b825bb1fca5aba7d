import { describe, expect, test } from "@jest/globals";
import { summary } from "../../../bench/cli-start.ts";
import { median } from "../../../bench/median.ts";

describe("measuring the start of the command line", () => {
  test("the median is the middle, or halfway between the two in the middle", () => {
    expect(median([3, 1, 100])).toBe(3);
    expect(median([4, 1, 2, 100])).toBe(3);
    expect(() => median([])).toThrow("nothing");
  });

  test("one slow turn does not count, and the budget is for the whole wait", () => {
    const turns = [
      [30, 149.96, 90],
      [30, 9_000, 9_000],
      [29, 149, 80],
    ] as const;
    expect(summary(turns)).toEqual({
      emptyMs: 30,
      helpMs: 150,
      launchedMs: 90,
      addedMs: 120,
      runs: 3,
      withinBudget: true,
    });
    expect(summary([[100, 151, 100]]).withinBudget).toBe(false);
    expect(summary([[100, 100, 151]]).withinBudget).toBe(false);
  });
});
