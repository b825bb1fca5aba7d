import { describe, expect, test } from "@jest/globals";
import { marksOf, quantiles } from "../../../bench/peers/marks.ts";

describe("the work given to every engine", () => {
  test("a round is over when every member is", async () => {
    const marks = marksOf({ members: 2, steps: 2 });
    marks.start();
    for (const member of [0, 1]) {
      for (const index of [0, 1]) marks.step(member, index);
      marks.memberDone();
    }
    await marks.allDone;
    expect(marks.times()).toMatchObject({ steps: 4 });
  });

  test("a step that did not run makes the round void, and one that ran twice counts once", () => {
    const marks = marksOf({ members: 1, steps: 2 });
    marks.start();
    marks.step(0, 0);
    marks.step(0, 0);
    expect(() => marks.times()).toThrow("1 of 2 steps ran");
  });

  test("half of the values are not above the median, one in a hundred is above the 99th", () => {
    const values = Float64Array.from({ length: 100 }, (_, index) => 100 - index);
    expect(quantiles(values)).toEqual({ p50Ms: 51, p99Ms: 100 });
    expect(quantiles(Float64Array.of())).toEqual({ p50Ms: 0, p99Ms: 0 });
  });
});
