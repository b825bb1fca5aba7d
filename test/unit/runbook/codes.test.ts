import { describe, expect, test } from "@jest/globals";
import { LIMITS } from "../../../runtime/contract/limits.ts";
import { checkRunbookBytes } from "../../../runtime/runbook/check-bytes.ts";
import { checkRunbook } from "../../../runtime/runbook/check-runbook.ts";
import { CODES, isProblemCode, severityOf } from "../../../runtime/runbook/codes.ts";
import { fixtures } from "./fixture-files.ts";

/** What is too large for a file in the repository, by the code it must produce. */
const LARGE: Readonly<Record<string, string>> = {
  E1001: "x".repeat(LIMITS.runbookBytes + 1),
  E1005: `a: [${"1,".repeat(LIMITS.runbookNodes + 1)}]`,
  E0001: Array.from({ length: 300 }, (_, i) => `a: ${i}\n`).join(""),
  W0001: [
    "name: many\ndata_source: {type: csv, primary_key: Upn}\n",
    "phases: [{name: a, offset: T-0, steps: [{name: a, worker_id: w, function: Do-It}]}]\n",
    ...Array.from({ length: 300 }, (_, i) => `key-${i}: 1\n`),
  ].join(""),
};

const codesOf = (text: string): readonly string[] =>
  checkRunbook({ file: "f", text }, { strict: false }).problems.map(({ code }) => code);

describe("problem codes", () => {
  test.each(Object.entries(LARGE))("%s is reported for a file made to have it", (code, text) => {
    expect(codesOf(text)).toContain(code);
  });

  test("every code is produced by a fixture, a large file or one that is no text", () => {
    const stated = [...fixtures("valid"), ...fixtures("broken")].flatMap(({ expected }) =>
      expected.map((place) => place.split(" ")[1]),
    );
    const bytes = Buffer.from([0xff]);
    const [notText] = checkRunbookBytes({ file: "f", bytes }, { strict: false }).problems;
    const produced = new Set([...stated, ...Object.keys(LARGE), notText?.code]);
    expect(Object.keys(CODES).filter((code) => !produced.has(code))).toEqual([]);
    expect([...produced].filter((code) => !isProblemCode(code ?? ""))).toEqual([]);
  });

  test.each(Object.entries(CODES))("%s has a title, an explanation and an example", (code, one) => {
    expect(code).toMatch(/^[EW][0-3]\d{3}$/);
    expect(one.title).toMatch(/^[A-Z`].*[^.]$/);
    expect(one.explanation).toMatch(/^[A-Z_`].*\.$/);
    expect(one.example).not.toBe("");
  });

  test("the letter of a code is its severity", () => {
    expect([severityOf("E1001"), severityOf("W2101")]).toEqual(["error", "warning"]);
  });
});
