import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { BatchId, RunbookVersion } from "../../../runtime/contract/ids.ts";

describe("ids of rows", () => {
  test("R56 (part): a whole number up to 2^53 - 1 reads the same as a number and as digits", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (id) => {
        expect(BatchId.parse(id)).toBe(id);
        expect(BatchId.parse(String(id))).toBe(id);
      }),
      { seed: 1 },
    );
  });

  test.each([
    0,
    -0,
    -1,
    1.5,
    2 ** 53,
    Number.POSITIVE_INFINITY,
    Number.NaN,
    "0",
    "-0",
    "-1",
    "007",
    "1.0",
    "1e3",
    " 1",
    "9007199254740993",
    "12345678901234567",
    "",
    null,
    true,
    undefined,
  ])("R56 (part): %p is not an id", (value) => {
    expect(BatchId.safeParse(value).success).toBe(false);
    expect(RunbookVersion.safeParse(value).success).toBe(false);
  });
});
