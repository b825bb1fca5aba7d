import { describe, expect, test } from "@jest/globals";
import { paint } from "../../../../runtime/cli/output/colour.ts";
import { wantsColour } from "../../../../runtime/cli/settle-colour.js";

const auto = (env: Record<string, string>, isTty: boolean) =>
  wantsColour({ choice: "auto", env, isTty });

describe("whether output is coloured", () => {
  test("a terminal gets colour and a pipe does not", () => {
    expect(auto({}, true)).toBe(true);
    expect(auto({}, false)).toBe(false);
  });

  test("NO_COLOR wins over a terminal and over FORCE_COLOR, unless it is empty", () => {
    expect(auto({ NO_COLOR: "1" }, true)).toBe(false);
    expect(auto({ NO_COLOR: "1", FORCE_COLOR: "1" }, true)).toBe(false);
    expect(auto({ NO_COLOR: "" }, true)).toBe(true);
  });

  test("FORCE_COLOR colours a pipe, and with 0 or false bares a terminal", () => {
    expect(auto({ FORCE_COLOR: "1" }, false)).toBe(true);
    expect(auto({ FORCE_COLOR: "" }, false)).toBe(true);
    expect(auto({ FORCE_COLOR: "0" }, true)).toBe(false);
    expect(auto({ FORCE_COLOR: "false" }, true)).toBe(false);
  });

  test("a dumb terminal gets none", () => {
    expect(auto({ TERM: "dumb" }, true)).toBe(false);
  });

  test("the flag wins over everything", () => {
    const env = { NO_COLOR: "1", TERM: "dumb" };
    expect(wantsColour({ choice: "always", env, isTty: false })).toBe(true);
    expect(wantsColour({ choice: "never", env: { FORCE_COLOR: "1" }, isTty: true })).toBe(false);
  });
});

describe("painting", () => {
  test("adds escape codes when coloured, and nothing when not", () => {
    expect(paint(true).bad("no")).toBe("\u001b[1m\u001b[31mno\u001b[39m\u001b[22m");
    for (const style of Object.values(paint(false))) expect(style("plain")).toBe("plain");
    for (const style of Object.values(paint(true))) expect(style("x")).toContain("\u001b[");
  });
});
