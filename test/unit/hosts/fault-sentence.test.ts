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

  test("a clock that was set back is told with where it had been", () => {
    const at = new Date("2026-03-02T06:00:00.000Z");
    const was = new Date("2026-03-02T08:30:05.000Z");
    expect(faultSentence({ from: "scheduler", kind: "clock-set-back", was, at })).toMatch(
      /^The clock was set back by about 2 h 30 min: it had been 2026-03-02 08:30:05 UTC\./,
    );
  });

  test("a bug is told with where it came from", () => {
    const error = new Error("it broke");
    const told = faultSentence({ from: "scheduler", kind: "threw", doing: "ticking", error });
    expect(told).toMatch(/^scheduler: threw \{"doing":"ticking","error":"Error: it broke\\n +at /);
  });
});
