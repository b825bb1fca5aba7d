import { describe, expect, test } from "@jest/globals";
import { checkRunbook } from "../../../runtime/runbook/check-runbook.ts";

const first = (...lines: string[]) => {
  const text = `${lines.join("\n")}\n`;
  const [problem] = checkRunbook({ file: "f", text }, { strict: false }).problems;
  return problem;
};

describe("a line in the wrong column", () => {
  test.each([
    ["a key less deep than its siblings", ["a:", "    b: 1", "  c: 2"], 3, 3],
    ["a key of an entry less deep than the others", ["- a: 1", "  b: 2", " c: 3"], 3, 2],
    ["a key as deep as the dash of its entry", ["a:", "  - b: 1", "  c: 2"], 3, 3],
    ["an entry less deep than its siblings", ["a:", "  - b: 1", " - c: 2"], 3, 2],
    ["an entry deeper than its siblings", ["a:", "  - [b]", "   - [c]"], 3, 4],
    ["a key deeper than one with a quoted value", ['a: "b"', "  c: d"], 2, 3],
    ["a first key deeper than the rest", [" a: 1", "b: 2"], 2, 1],
  ])("%s is told as such, where it begins", (_what, lines, line, col) => {
    expect(first(...lines)).toMatchObject({
      line,
      col,
      code: "E1102",
      message: "the indentation of this line does not fit the lines above it",
      hint: "Indent with spaces, the same number for all keys of one mapping.",
    });
  });

  test("a key deeper than one with a plain value is told at that value", () => {
    expect(first("a: b", "  c: d")).toMatchObject({
      line: 1,
      col: 4,
      code: "E1102",
      message: expect.stringContaining("the next line is indented too far"),
    });
  });

  test("what stumbles in the middle of a line is no matter of indentation", () => {
    expect(first('a: "b" c: d')?.message).toBe("a second `key: value` on one line");
    expect(first('a: "b" c')?.code).toBe("E1101");
    expect(first('a: ["b" "c"]')).toMatchObject({ code: "E1103", col: 9 });
    expect(first("a: 'b'", "} c")?.code).toBe("E1101");
  });
});
