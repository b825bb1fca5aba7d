import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { guardText, unguardText } from "../../../runtime/csv/formula-guard.ts";
import { readMembers } from "../../../runtime/csv/read-members.ts";
import { writeTable } from "../../../runtime/csv/write-table.ts";

const row = (...cells: (string | number | boolean | null)[]): string =>
  writeTable([], [cells]).split("\r\n").slice(1, -1).join("\r\n");

describe("a written table", () => {
  test("is a header and rows, each ended by CRLF", () => {
    expect(
      writeTable(
        ["a", "b"],
        [
          ["1", "2"],
          ["3", null],
        ],
      ),
    ).toBe("a,b\r\n1,2\r\n3,\r\n");
  });

  test.each([
    ["a,b", '"a,b"'],
    ['say "x"', '"say ""x"""'],
    ["two\nlines", '"two\nlines"'],
    [" edge", '" edge"'],
    ["edge ", '"edge "'],
    ["plain text", "plain text"],
  ])("%j is written %s", (text, written) => {
    expect(row(text)).toBe(written);
  });

  test("a lone empty cell is no blank line", () => {
    expect([row(""), row(null), row("", "")]).toEqual(['""', '""', ","]);
  });

  test("R55 (part): numbers and booleans stay what they are", () => {
    expect(row(-5, 1.5, 0, true, false)).toBe("-5,1.5,0,true,false");
  });

  test.each([
    "=1+1",
    "+1",
    "-1",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    "＝1",
    "＋1",
    "－1",
    "＠x",
    " =1",
    "'=1",
  ])("R55 (part): the text %j is not run by a spreadsheet", (text) => {
    expect(row(text).replace(/^"/, "").startsWith("'")).toBe(true);
  });

  test("R55 (part): a header is guarded like any text", () => {
    expect(writeTable(["=cmd"], [])).toBe("'=cmd\r\n");
  });

  test.each(["Ada", "'quoted'", "a=b", "a-b", "ada@x.com", "1", ""])(
    "R55 (part): the harmless text %j is left alone",
    (text) => {
      expect(guardText(text)).toBe(text);
    },
  );
});

const hostile = fc.string({
  unit: fc.constantFrom(..."'=+-@\t\r\n \",;ab＝＋－＠é".split("")),
  maxLength: 12,
});

describe("what was written", () => {
  test("R55 (part): guarding can be undone, and only guarded text begins like a formula's", () => {
    fc.assert(
      fc.property(fc.oneof(hostile, fc.string()), (text) => {
        expect(unguardText(guardText(text))).toBe(text);
        expect(guardText(text)).not.toMatch(/^\s*[=+\-@\t\r＝＋－＠]/);
      }),
      { seed: 55, numRuns: 2_000 },
    );
  });

  test("R55 (part): is read back cell by cell", () => {
    const cells = fc.array(fc.tuple(hostile, hostile), { maxLength: 10 });
    fc.assert(
      fc.property(cells, (pairs) => {
        const rows = pairs.map(([one, other], index) => [`key ${index}`, one, other]);
        const text = writeTable(["Id", "A", "B"], rows);
        const read = readMembers(text, { primaryKey: "Id", requiredColumns: ["A", "B"] });
        expect(read.ok && read.value.rows.map((member) => member.cells)).toEqual(rows);
      }),
      { seed: 55, numRuns: 1_000 },
    );
  });
});
