import { describe, expect, test } from "@jest/globals";
import { batchEnd, type EndedPhase, phaseEnd } from "../../../runtime/domain/outcome.ts";

describe("the end of a phase", () => {
  test.each([
    [
      "M-071 (part), R23 (part): a phase without members is completed",
      0,
      0,
      "any",
      "completed",
      "none",
    ],
    ["R23 (part): … also when all must succeed", 0, 0, "all", "completed", "none"],
    ["M-053 (part): a phase nobody came through failed", 3, 0, "any", "failed", "none"],
    ["M-053 (part): one member through completes a phase", 3, 1, "any", "completed", "partial"],
    [
      "X-16 (part), O-008 (part): one failure fails a phase that asks for all",
      3,
      2,
      "all",
      "failed",
      "partial",
    ],
    ["X-16 (part): all through is completed in full", 3, 3, "any", "completed", "all"],
    [
      "X-16 (part), O-008 (part): all through satisfies a phase that asks for all",
      3,
      3,
      "all",
      "completed",
      "all",
    ],
  ] as const)("%s", (_title, members, succeeded, completion, status, outcome) => {
    expect(phaseEnd({ members, succeeded }, completion)).toEqual({ status, outcome });
  });
});

const ALL: EndedPhase = { status: "completed", outcome: "all" };
const PARTIAL: EndedPhase = { status: "completed", outcome: "partial" };
const EMPTY: EndedPhase = { status: "completed", outcome: "none" };
const FAILED: EndedPhase = { status: "failed", outcome: "none" };
const FAILED_IN_PART: EndedPhase = { status: "failed", outcome: "partial" };
const SKIPPED: EndedPhase = { status: "skipped", outcome: null };
const SUPERSEDED: EndedPhase = { status: "superseded", outcome: null };

describe("the end of a batch", () => {
  test.each([
    ["M-051 (part), O-009 (part): all phases through", [ALL, ALL], "completed", "all"],
    ["X-16 (part): one member lost on the way", [PARTIAL, ALL], "completed", "partial"],
    ["M-051 (part): one phase of two failed", [ALL, FAILED], "completed", "partial"],
    ["M-051 (part): all phases failed", [FAILED, FAILED], "failed", "none"],
    ["X-16 (part): all phases ask for all and got some", [FAILED_IN_PART], "failed", "partial"],
    [
      "M-056 (part): skipped and superseded phases beside a success",
      [SKIPPED, ALL],
      "completed",
      "all",
    ],
    ["R23 (part): nothing but skipped and superseded", [SKIPPED, SUPERSEDED], "completed", "none"],
    ["R23 (part): nobody left after the first phase", [FAILED, EMPTY], "failed", "none"],
    ["M-056 (part): a failure beside skipped phases", [FAILED, SKIPPED], "failed", "none"],
    ["R23 (part): nobody in any phase", [EMPTY, EMPTY], "completed", "none"],
    ["R23 (part): an empty phase after a full success", [ALL, EMPTY], "completed", "all"],
    ["R23 (part): no phase at all", [], "completed", "none"],
  ] as const)("%s", (_title, phases, status, outcome) => {
    expect(batchEnd(phases)).toEqual({ status, outcome });
  });

  test.each(["pending", "dispatched"] as const)(
    "I9 (part): a %s phase keeps the batch open",
    (status) => {
      expect(batchEnd([ALL, { status, outcome: null }])).toBeNull();
    },
  );
});
