import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { visibleJson, visibleLine, visibleText } from "../../../../runtime/cli/output/visible.ts";

const ANSI_RED = "\u001b[31mred\u001b[0m";

describe("text from outside is made visible", () => {
  test("R57 (part): an escape sequence is shown, not obeyed", () => {
    expect(visibleLine(ANSI_RED)).toBe("\\x1b[31mred\\x1b[0m");
    expect(visibleText(ANSI_RED)).toBe("\\x1b[31mred\\x1b[0m");
  });

  test.each([
    ["the one-character sequence introducer", "\u009b31m", "\\x9b31m"],
    ["delete", "a\u007f", "a\\x7f"],
    ["a carriage return", "evil\rgood", "evil\\x0dgood"],
    ["a right-to-left override", "a\u202eb", "a\\u202eb"],
    ["an isolate", "\u2066x\u2069", "\\u2066x\\u2069"],
    ["a line separator", "a\u2028b", "a\\u2028b"],
    ["half a surrogate pair", "a\ud800b", "a\\ud800b"],
  ])("R57 (part): %s is escaped", (_name, text, shown) => {
    expect(visibleLine(text)).toBe(shown);
    expect(visibleText(text)).toBe(shown);
  });

  test("R57 (part): a line break cannot forge a second line, but a text keeps its own", () => {
    expect(visibleLine("a\nb\tc")).toBe("a\\x0ab\\x09c");
    expect(visibleText("a\nb\tc")).toBe("a\nb\tc");
  });

  test("ordinary writing of any language stays as it is", () => {
    const text = "Zoë Müller — 山田 太郎 — 😀 e\u0301";
    expect(visibleLine(text)).toBe(text);
    expect(visibleJson(text)).toBe(text);
  });

  test("R57 (part): JSON keeps its value and holds no control character but line breaks", () => {
    const anyText = fc.string({ unit: "binary", maxLength: 40 });
    fc.assert(
      fc.property(fc.array(anyText, { maxLength: 4 }), (value) => {
        const shown = visibleJson(JSON.stringify(value, null, 2));
        expect(JSON.parse(shown)).toEqual(value);
        expect(shown).not.toMatch(/[^\P{Control}\n]/u);
      }),
      { seed: 57 },
    );
  });
});
