import { describe, expect, test } from "@jest/globals";
import { FreeText } from "../../../runtime/contract/free-text.ts";
import { LIMITS } from "../../../runtime/contract/limits.ts";

describe("free text", () => {
  test("text up to the limit is kept as it is", () => {
    const text = "x".repeat(LIMITS.textChars);
    expect(FreeText.parse(text)).toBe(text);
  });

  test("longer text is cut, never in the middle of a character", () => {
    expect(FreeText.parse("x".repeat(LIMITS.textChars + 1))).toHaveLength(LIMITS.textChars);
    const split = `${"x".repeat(LIMITS.textChars - 1)}\u{1F600}`;
    expect(FreeText.parse(split)).toBe("x".repeat(LIMITS.textChars - 1));
    expect(FreeText.parse(split).isWellFormed()).toBe(true);
  });
});
