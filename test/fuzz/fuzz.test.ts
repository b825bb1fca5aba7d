import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { runTarget } from "./run-target.ts";
import { TARGETS } from "./targets.ts";

/** A share of the full run (`npm run fuzz`), from a fixed seed so that it repeats. */
const INPUTS = 10_000;
const SEED = 20_260_101;

describe("hostile input", () => {
  test.each(TARGETS)(
    "R45, R51 (part), R53, R55 (part), R56 (part): $name answer every input with a value",
    (target) => {
      const report = target.run({ inputs: INPUTS, seed: SEED });
      expect(report.failure).toBeNull();
      expect(report.inputs).toBe(INPUTS);
      expect(report.pastShare).toBeGreaterThanOrEqual(0.3);
    },
    120_000,
  );

  test("a reader that throws is found, and the smallest input that shows it is told", () => {
    const report = runTarget(
      {
        name: "broken",
        inputs: fc.string(),
        read: (input) => {
          if (input.length > 3) throw new Error("cannot");
          return "past";
        },
      },
      { inputs: 500, seed: SEED },
    );
    expect(report.failure).toMatch(/^Error: cannot on \["....?"\]$/);
  });
});
