import { describe, expect, test } from "@jest/globals";
import { MEMBER_MOVES, MEMBER_START } from "../../../runtime/domain/member.ts";
import { statesDiagram } from "../../../runtime/domain/states-diagram.ts";
import { STEP_MOVES, STEP_START } from "../../../runtime/domain/step.ts";

describe("the picture of a transition table", () => {
  test("X-68 (part): shows each arrow with its causes and marks an operator's", () => {
    expect(statesDiagram(MEMBER_MOVES, MEMBER_START)).toBe(
      [
        "stateDiagram-v2",
        "  [*] --> active",
        "  active --> removed: left source, rescheduled, removed by operator (operator)",
        "  active --> failed: step failed",
        "  removed --> active: returned",
        "  removed --> [*]",
        "  failed --> active: operator retry (operator)",
        "  failed --> [*]",
        "",
      ].join("\n"),
    );
  });

  test("draws an end only for statuses that are terminal", () => {
    const ends = statesDiagram(STEP_MOVES, STEP_START)
      .split("\n")
      .filter((line) => line.endsWith("--> [*]"))
      .map((line) => line.trim().split(" ")[0]);
    expect(ends).toEqual(["succeeded", "failed", "poll_timeout", "rolled_back", "cancelled"]);
  });
});
