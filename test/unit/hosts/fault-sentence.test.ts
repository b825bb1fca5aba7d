import { describe, expect, test } from "@jest/globals";
import { faultSentence } from "../../../runtime/hosts/local/fault-sentence.ts";

describe("what a fault reads like on the console", () => {
  test("a start after a long silence is told as a sentence", () => {
    const fault = {
      from: "scheduler",
      kind: "ticks-missed",
      forMs: 3_599_400,
      everyMs: 60_000,
    } as const;
    expect(faultSentence(fault)).toBe(
      "nothing ran for 1h of its time; what fell due meanwhile is done now.",
    );
  });

  test("a bug is told with where it came from", () => {
    const error = new Error("it broke");
    const told = faultSentence({ from: "scheduler", kind: "threw", doing: "ticking", error });
    expect(told).toMatch(/^scheduler: threw \{"doing":"ticking","error":"Error: it broke\\n +at /);
  });
});
