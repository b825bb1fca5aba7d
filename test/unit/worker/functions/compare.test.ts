import { describe, expect, test } from "@jest/globals";
import {
  type Compared,
  differenceOf,
  exactly,
  ignoringCase,
  mismatch,
} from "../../../../runtime/worker/functions/support/compare.ts";

const compared = (expected: unknown, actual: unknown, more: Partial<Compared> = {}) =>
  differenceOf({ property: "p", expected, actual, key: exactly, sets: "equal", ...more });

const told = (expected: unknown, actual: unknown, rest: object = {}) => [
  { Property: "p", Expected: expected, Actual: actual, ...rest },
];

describe("what a check tells of values that differ", () => {
  test.each<[string, unknown, unknown, Partial<Compared>]>([
    ["their order", ["a", "b", "c"], ["c", "a", "b"], {}],
    ["a repetition of what is expected", ["a", "a", "b"], ["b", "a"], {}],
    ["a repetition of what is there", ["a", "b"], ["b", "a", "b"], {}],
    ["their letter case, where it means nothing", ["A", "b"], ["B", "a"], { key: ignoringCase }],
    ["a list around one value", ["a"], "a", {}],
    ["no list around one value", "a", ["a"], {}],
    ["empty ways to say that nothing is set", [], null, {}],
    ["an empty text in a list", ["a", ""], ["a"], {}],
    ["others besides, where there may be some", ["a"], ["b", "a"], { sets: "contains" }],
  ])("M-117 (part): %s is no difference", (_what, expected, actual, more) => {
    expect(compared(expected, actual, more)).toEqual([]);
  });

  test.each<[string, unknown, unknown, Partial<Compared>, object]>([
    ["a missing one", ["a", "b"], ["b"], {}, { Missing: ["a"], Unexpected: [] }],
    ["one too many", ["b"], ["a", "b"], {}, { Missing: [], Unexpected: ["a"] }],
    ["one for another", ["a", "b"], ["b", "c"], {}, { Missing: ["a"], Unexpected: ["c"] }],
    ["letter case, where it counts", ["A"], ["a"], {}, { Missing: ["A"], Unexpected: ["a"] }],
    ["all of them", ["a", "b"], [], {}, { Missing: ["a", "b"], Unexpected: [] }],
    ["what nobody expects", [], ["a"], {}, { Missing: [], Unexpected: ["a"] }],
    ["one that is missing twice", ["a", "a"], ["b"], {}, { Missing: ["a"], Unexpected: ["b"] }],
    [
      "a missing one, where others may be",
      ["a", "b"],
      ["b", "c"],
      { sets: "contains" },
      { Missing: ["a"], Unexpected: [] },
    ],
    [
      "something in a list that is to be empty, although others may be",
      [],
      ["a"],
      { sets: "contains" },
      { Missing: [], Unexpected: ["a"] },
    ],
    ["one value for another", "a", "b", {}, {}],
    ["one value that is not wanted, although others may be", "", "b", { sets: "contains" }, {}],
    ["a number for its text's neighbour", 1, 2, {}, {}],
  ])("M-117 (part): %s is told, with what exactly", (_what, expected, actual, more, rest) => {
    expect(compared(expected, actual, more)).toEqual(told(expected, actual, rest));
  });

  test("M-117 (part): what is not there at all is told as null", () => {
    expect(compared("a", undefined)).toEqual(told("a", null));
    expect(compared(undefined, "a")).toEqual(told(null, "a"));
  });

  test("M-117 (part): an answer carries every difference, and names them in a sentence", () => {
    const differences = [...told("a", "b"), { Property: "q", Expected: 1, Actual: null }];
    expect(mismatch(differences, { UserId: "u" })).toEqual({
      UserId: "u",
      Match: false,
      Differences: differences,
      Mismatch: "Not as expected: p, q.",
    });
  });
});
