import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { alignedTable, tabSeparated } from "../../../../runtime/cli/output/table.ts";
import { cutToWidth, textWidth } from "../../../../runtime/cli/output/width.ts";

const TABLE = {
  headings: ["FILE", "MESSAGE"],
  rows: [
    ["a.yaml", "short"],
    ["山田.yaml", "a message that is much longer than the terminal is wide"],
  ],
};

describe("tables", () => {
  test("columns line up, also below wide characters", () => {
    expect(alignedTable(TABLE, null).split("\n")).toEqual([
      "FILE       MESSAGE",
      "a.yaml     short",
      "山田.yaml  a message that is much longer than the terminal is wide",
      "",
    ]);
  });

  test("the last column is cut to the width of the terminal", () => {
    expect(alignedTable(TABLE, 34).split("\n")[2]).toBe("山田.yaml  a message that is much…");
  });

  test("a very narrow terminal still shows twenty columns of the last one", () => {
    expect(alignedTable(TABLE, 5).split("\n")[2]).toBe("山田.yaml  a message that is m…");
  });

  test("R57 (part): a cell can forge neither a row nor a column", () => {
    const table = { headings: ["A", "B"], rows: [["x\ty", "1\n2"]] };
    expect(tabSeparated(table)).toBe("A\tB\nx\\x09y\t1\\x0a2\n");
    expect(alignedTable(table, null)).toBe("A       B\nx\\x09y  1\\x0a2\n");
  });

  test("tab-separated rows are never cut", () => {
    expect(tabSeparated(TABLE)).toContain("longer than the terminal is wide\n");
  });
});

describe("width", () => {
  test.each([
    ["plain", 5],
    ["Müller", 6],
    ["e\u0301", 1],
    ["山田", 4],
    ["한글", 4],
    ["😀", 2],
    ["—", 1],
    ["a\u200db", 2],
  ])("%p takes %i columns", (text, columns) => {
    expect(textWidth(text)).toBe(columns);
  });

  test("a cut text fits and is a beginning of the whole", () => {
    const word = fc.string({
      unit: fc.constantFrom("a", "山", "é", "😀", "\u0301"),
      maxLength: 20,
    });
    fc.assert(
      fc.property(word, fc.integer({ min: 1, max: 30 }), (text, columns) => {
        const cut = cutToWidth(text, columns);
        expect(textWidth(cut)).toBeLessThanOrEqual(columns);
        expect(text.startsWith(cut.replace(/…$/, ""))).toBe(true);
        expect(cut === text).toBe(textWidth(text) <= columns);
      }),
      { seed: 22 },
    );
  });
});
