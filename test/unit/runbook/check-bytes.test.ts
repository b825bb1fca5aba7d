import { describe, expect, test } from "@jest/globals";
import { LIMITS } from "../../../runtime/contract/limits.ts";
import { checkRunbookBytes } from "../../../runtime/runbook/check-bytes.ts";
import { checkRunbook } from "../../../runtime/runbook/check-runbook.ts";
import { starterRunbook } from "../../../runtime/runbook/starter.ts";

const check = (bytes: Uint8Array) => checkRunbookBytes({ file: "f", bytes }, { strict: false });
const places = (bytes: Uint8Array) =>
  check(bytes).problems.map(({ line, col, code, severity }) => [line, col, code, severity]);

describe("a runbook as bytes", () => {
  test("UTF-8 text is checked as that text, byte-order mark or not", () => {
    const text = starterRunbook("gro\u00df");
    const { problems, runbook } = checkRunbook({ file: "f", text }, { strict: false });
    expect(check(Buffer.from(text))).toEqual({ text, problems, runbook });
    expect(check(Buffer.from(`\uFEFF${text}`)).runbook).toEqual(runbook);
  });

  test("strictness is passed on", () => {
    const bytes = Buffer.from("nam: x\n");
    const codes = checkRunbookBytes({ file: "f", bytes }, { strict: true }).problems;
    expect(codes.map(({ code }) => code)).toContain("E2101");
  });

  test.each([
    ["Latin-1 in its third line", Buffer.from("a: b\n\nname: Gr\u00f6\u00dfe\n", "latin1"), 3],
    ["half a character at the end", Buffer.from([0x61, 0x0a, 0xc3]), 2],
    ["UTF-16, little end first", Buffer.from("\uFEFFname: a\n", "utf16le"), 1],
    ["UTF-16, big end first", Buffer.from("\uFEFFname: a\n", "utf16le").swap16(), 1],
    ["UTF-16 without a mark", Buffer.from("n\n", "utf16le"), 1],
    ["a NUL in its second line", Buffer.from("a: b\nc: \0\n"), 2],
  ])("R56 (part): %s is one problem with its line", (_what, bytes, line) => {
    expect(places(bytes)).toEqual([[line, 1, "E1009", "error"]]);
    expect(check(bytes).runbook).toBeNull();
  });

  test("R53: one byte more than the limit is too large, whatever it holds", () => {
    const full = Buffer.alloc(LIMITS.runbookBytes, "#");
    expect(places(full)).toEqual([[1, 1, "E1003", "error"]]);
    expect(places(Buffer.concat([full, Buffer.from([0xff])]))).toEqual([[1, 1, "E1001", "error"]]);
  });
});
