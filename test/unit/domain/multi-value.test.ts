import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { LIMITS } from "../../../runtime/contract/limits.ts";
import { readMultiValue } from "../../../runtime/domain/multi-value.ts";

describe("columns with several values", () => {
  test.each([
    ["a;b,c", "semicolon_delimited", ["a", "b,c"]],
    [" a ; ;b;", "semicolon_delimited", ["a", "b"]],
    ["", "semicolon_delimited", []],
    ["a,b;c", "comma_delimited", ["a", "b;c"]],
    [" , ", "comma_delimited", []],
    ['["a", "b;c,d", ""]', "json_array", ["a", "b;c,d", ""]],
    ["[]", "json_array", []],
    ["  ", "json_array", []],
  ] as const)("M-019: %p as %s", (text, format, values) => {
    expect(readMultiValue(text, format)).toEqual({ ok: true, value: values });
  });

  test.each([
    ["[a]", "not-json", null],
    ["a;b", "not-json", null],
    ['{"a":1}', "not-a-list", null],
    ['"a"', "not-a-list", null],
    ["null", "not-a-list", null],
    ['["a", 1]', "not-text", 1],
    ["[null]", "not-text", 0],
    [`${"[".repeat(10_000)}${"]".repeat(10_000)}`, "not-text", 0],
  ])("M-019: %.20p is refused as %s", (text, kind, index) => {
    expect(readMultiValue(text, "json_array")).toEqual({ ok: false, error: { kind, index } });
  });

  test("R56 (part): a text above the cell limit is refused in every format", () => {
    const longest = "x".repeat(LIMITS.csvCellChars);
    for (const format of ["semicolon_delimited", "comma_delimited"] as const) {
      expect(readMultiValue(longest, format)).toEqual({ ok: true, value: [longest] });
      expect(readMultiValue(`${longest}x`, format)).toEqual({
        ok: false,
        error: { kind: "too-long", index: null },
      });
    }
  });

  test("M-019: a JSON list is read back as it was written", () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: 20 }), (values) => {
        expect(readMultiValue(JSON.stringify(values), "json_array")).toEqual({
          ok: true,
          value: values,
        });
      }),
      { seed: 19 },
    );
  });
});
