import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { LIMITS } from "../../../runtime/contract/limits.ts";
import { checkRunbook } from "../../../runtime/runbook/check-runbook.ts";
import { fixtures } from "./fixture-files.ts";

const check = (text: string) => checkRunbook({ file: "f", text }, { strict: false });
const codesOf = (text: string) => check(text).problems.map(({ code }) => code);
const fill = (piece: string) => piece.repeat(Math.floor((LIMITS.runbookBytes - 64) / piece.length));

describe("hostile text", () => {
  test.each([
    ["open brackets", fill("["), "E1006"],
    ["open braces", fill("{"), "E1006"],
    ["nested list entries", fill("- "), "E1006"],
    ["nested explicit keys", fill("? "), "E1006"],
    ["brackets and braces in turn", fill("[{"), "E1006"],
    [
      "nested mappings",
      Array.from({ length: 600 }, (_, i) => `${" ".repeat(i)}a:\n`).join(""),
      "E1006",
    ],
    ["a long flow list", `[${fill("1,")}]`, "E1005"],
    ["a long block list", fill("-\n"), "E1005"],
    ["many keys", Array.from({ length: 20_000 }, (_, i) => `k${i}: 1\n`).join(""), "E1005"],
    ["a flow mapping of bare keys", `{${fill("a,")}}`, "E1005"],
    ["blank lines inside a block text", `a: |\n${fill("\n")}`, "E1005"],
    ["anchors", fill("&a "), "E1105"],
    ["aliases", fill("*a "), "E1106"],
    ["tags", fill("!t "), "E1108"],
    ["directives", fill("%YAML 1.2\n"), "E1008"],
    ["closing brackets", fill("]"), "E1101"],
    ["documents", fill("--- a\n"), "E1007"],
    ["line ends only", fill("\n"), "E1003"],
    ["blanks only", fill(" "), "E1003"],
    ["comments only", fill("#\n"), "E1003"],
    ["one long key", `${fill("k")}: 1`, "E1109"],
    ["one long anchor", `&${fill("a")} x`, "E1105"],
    ["NUL characters", fill("\0"), "E1002"],
    ["carriage returns", fill("\r"), "E1002"],
    ["half characters", "\ud800".repeat(1000), "E1002"],
    ["quotes", fill("'"), "E1004"],
    ["an open double quote", `"${fill("\\n")}`, "E1103"],
  ])("R53, R56 (part): %s are answered with a problem", (_name, text, code) => {
    expect(codesOf(text)).toContain(code);
  });

  test("R53: aliases that stand for each other many times over are counted, never followed", () => {
    const lines = Array.from(
      { length: 18 },
      (_, i) => `  k${i + 1}: &a${i + 1} [${`*a${i}, `.repeat(9)}]`,
    );
    const text = `name: bomb\nphases:\n  k0: &a0 [x]\n${lines.join("\n")}\n`;
    const codes = codesOf(text);
    expect(codes.filter((code) => code === "E1106")).toHaveLength(18 * 9);
    expect(codes.filter((code) => code === "E1105")).toHaveLength(19);
    expect(codes.filter((code) => !code.startsWith("E11"))).toEqual(["E2001", "E2002"]);
  });

  test("R53: nothing is read past the limit of bytes, whatever their characters", () => {
    const wide = "é".repeat(LIMITS.runbookBytes / 2);
    expect(codesOf(wide)).toEqual(["E1004"]);
    expect(codesOf(`${wide}a`)).toEqual(["E1001"]);
  });

  test("R53: twenty levels are read, more are not", () => {
    const nested = (levels: number) => `a: ${"[".repeat(levels - 1)}1${"]".repeat(levels - 1)}`;
    expect(codesOf(nested(LIMITS.runbookDepth))).not.toContain("E1006");
    expect(codesOf(nested(LIMITS.runbookDepth + 1))).toEqual(["E1006"]);
  });

  test("R53: ten thousand values are read, more are not", () => {
    const values = (count: number) =>
      `a: [${Array(count - 2)
        .fill("1")
        .join(", ")}]`;
    expect(codesOf(values(LIMITS.runbookNodes))).not.toContain("E1005");
    expect(codesOf(values(LIMITS.runbookNodes + 1))).toContain("E1005");
  });

  test.each([
    ["comments that never end", "/*".repeat(30_000)],
    ["brackets that never end", "select [".repeat(8_000)],
    ["open parentheses", `select ${"(".repeat(60_000)}`],
    ["many items", `select ${"a,".repeat(30_000)}b from t`],
  ])("R56 (part): a query of %s does not hold up the check", (_name, query) => {
    const source = {
      type: "sql",
      connection: "c",
      query,
      primary_key: "a",
      batch_time: "immediate",
    };
    const text = JSON.stringify({ name: "n", data_source: source, phases: [] });
    expect(codesOf(text)).toContain("E2006");
  });

  test("R53: no text makes the check throw, and only errors withhold the runbook", () => {
    const piece = fc.constantFrom(
      ..."abc:-[]{}#&*!|>'\"%@`,?\n\t \\0~.",
      "{{",
      "}}",
      "---",
      "...",
      ": ",
      "- ",
      "\r\n",
      "name: ",
      "phases:\n",
      "  steps:\n",
      "__proto__: ",
    );
    const text = fc.oneof(
      fc.array(piece, { maxLength: 80 }).map((pieces) => pieces.join("")),
      fc.string({ unit: "binary", maxLength: 60 }),
    );
    fc.assert(fc.property(text, isConsistent), { seed: 53, numRuns: 500 });
  });

  test("R53: a valid runbook with a piece cut out or replaced never makes it throw", () => {
    const texts = fixtures("valid").map((fixture) => fixture.text);
    const mutated = fc
      .tuple(
        fc.constantFrom(...texts),
        fc.nat(),
        fc.nat(40),
        fc.constantFrom("", "{{", ": ", "\n", "[", '"', "- x\n", "null", "0"),
      )
      .map(([text, from, length, piece]) => {
        const at = from % text.length;
        return text.slice(0, at) + piece + text.slice(at + length);
      });
    fc.assert(fc.property(mutated, isConsistent), { seed: 54, numRuns: 500 });
  });
});

function isConsistent(text: string): boolean {
  const { problems, runbook } = check(text);
  const lines = text.replace(/^\uFEFF/, "").split("\n");
  const placed = problems.every(
    ({ line, col }) => col >= 1 && col <= (lines[line - 1]?.length ?? -1) + 1,
  );
  return placed && (runbook === null) === problems.some(({ severity }) => severity === "error");
}
