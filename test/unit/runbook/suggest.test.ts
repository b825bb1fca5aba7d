import { describe, expect, test } from "@jest/globals";
import { didYouMean, nearest, quote } from "../../../runtime/runbook/suggest.ts";

describe("did you mean", () => {
  test.each([
    ["retires", ["retry", "retries"], "retries"],
    ["Offset", ["offset"], "offset"],
    ["descripton", ["name", "description"], "description"],
    ["got", ["gate"], "gate"],
    ["xy", ["ab"], null],
    ["phase", ["finalize"], null],
    ["n".repeat(65), ["n".repeat(65)], null],
    ["name", [], null],
  ])("%s among %j is %s", (typed, known, expected) => {
    expect(nearest(typed, known)).toBe(expected);
  });

  test("looking stops after a thousand words", () => {
    const words = Array.from({ length: 1000 }, () => "something else");
    expect(nearest("phases", [...words, "phase"])).toBeNull();
  });

  test("a suggestion is a question, no suggestion is nothing", () => {
    expect(didYouMean("nam", ["name"])).toBe('Did you mean "name"?');
    expect(didYouMean("qqqqqq", ["name"])).toBeNull();
  });

  test("R57 (part): a quoted word is cut and stays on one line", () => {
    expect(quote('a"\n\u001b')).toBe('"a\\"\\n\\u001b"');
    expect(quote("x".repeat(100))).toBe(`"${"x".repeat(60)}…"`);
  });
});
