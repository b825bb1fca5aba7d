import { describe, expect, test } from "@jest/globals";
import { summary } from "../../../bench/cli-start.ts";
import { median } from "../../../bench/median.ts";

describe("measuring the start of the command line", () => {
  test("the median is the middle, or halfway between the two in the middle", () => {
    expect(median([3, 1, 100])).toBe(3);
    expect(median([4, 1, 2, 100])).toBe(3);
    expect(() => median([])).toThrow("nothing");
  });

  test("one slow turn does not count, and the budget is for what is added", () => {
    const turns = [
      [300, 449.96],
      [300, 9_000],
      [299, 449],
    ] as const;
    expect(summary(turns)).toEqual({
      emptyMs: 300,
      helpMs: 450,
      addedMs: 150,
      runs: 3,
      withinBudget: true,
    });
    expect(summary([[10, 161]]).withinBudget).toBe(false);
  });
});
