import { describe, expect, test } from "@jest/globals";
import { summary } from "../../../bench/bus.ts";

describe("measuring the bus", () => {
  test("the median of the rounds counts, told per message and per second", () => {
    expect(summary([9_000, 800, 500])).toEqual({
      messagesPerSec: 125_000,
      microsPerMessage: 8,
      messages: 100_000,
      rounds: 3,
      withinBudget: true,
    });
  });

  test("the budget is met exactly at its edge and not beyond", () => {
    expect(summary([1_600]).withinBudget).toBe(true);
    expect(summary([1_601]).withinBudget).toBe(false);
  });
});
