/** What checks answer. */
import { type Told, tellDifference } from "./model-differences.ts";
import type { Outcome } from "./model-parts.ts";

export const check = (tells: readonly Told[]): Outcome => ({
  answer: tells.length === 0 ? "done" : "not yet",
  tells,
});

export const absent = (what: string): readonly Told[] => [
  { Property: what, Expected: "exists", Actual: "not found" },
];

export const isMemberAs = (expected: unknown, isMember: boolean): Outcome =>
  check(
    tellDifference("member", {
      expected,
      actual: isMember,
      rule: "as written",
      mayHoldMore: false,
    }),
  );

export const isEmptyNow = (count: number): Outcome =>
  check(count === 0 ? [] : [{ Property: "members", Expected: 0, Actual: count }]);
