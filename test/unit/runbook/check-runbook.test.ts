import { describe, expect, test } from "@jest/globals";
import { LIMITS } from "../../../runtime/contract/limits.ts";
import { checkRunbook } from "../../../runtime/runbook/check-runbook.ts";

const HEAD = "name: many\ndata_source: {type: csv, primary_key: Upn}\n";
const PHASES =
  "phases: [{name: a, offset: T-0, steps: [{name: a, worker_id: w, function: Do-It}]}]\n";
const unknownKeys = (count: number) =>
  Array.from({ length: count }, (_, index) => `key-${index}: 1\n`).join("");
const check = (text: string, strict = false) => checkRunbook({ file: "f.yaml", text }, { strict });

describe("checking a runbook", () => {
  test("X-79: an unknown key is a warning and the runbook stands; strict makes it an error", () => {
    const text = `${HEAD}${PHASES}retires: 3\n`;
    const lenient = check(text);
    expect(lenient.problems).toEqual([
      {
        file: "f.yaml",
        line: 4,
        col: 1,
        code: "W2101",
        severity: "warning",
        message: 'unknown key "retires" in the runbook',
        hint: 'Did you mean "retry"?',
      },
    ]);
    expect(lenient.runbook?.name).toBe("many");
    const strict = check(text, true);
    expect(strict.problems).toMatchObject([{ code: "E2101", severity: "error", line: 4, col: 1 }]);
    expect(strict.runbook).toBeNull();
  });

  test("problems come in the order of the file, shape and meaning together", () => {
    const phases = "  - name: a\n    offset: 5d\n    steps: []\n  - name: a\n    gate: x\n";
    const text = `${HEAD}phases:\n${phases}`;
    const places = check(text).problems.map(({ line, col, code }) => `${line}:${col} ${code}`);
    expect(places).toEqual([
      "4:5 W3006",
      "5:13 E2009",
      "7:5 E2001",
      "7:5 E2001",
      "7:11 E3001",
      "8:11 E2003",
    ]);
  });

  test("as many problems as the limit are listed, one more is counted", () => {
    const full = check(`${HEAD}${PHASES}${unknownKeys(LIMITS.problemsPerFile)}`).problems;
    expect(full).toHaveLength(LIMITS.problemsPerFile);
    expect(full.at(-1)?.code).toBe("W2101");
    const cut = check(`${HEAD}${PHASES}${unknownKeys(LIMITS.problemsPerFile + 1)}`);
    expect(cut.problems).toHaveLength(LIMITS.problemsPerFile);
    expect(cut.problems.at(-1)).toMatchObject({ code: "W0001", message: "and 2 more", line: 203 });
    expect(cut.runbook).not.toBeNull();
  });

  test("a cut list whose rest holds an error ends in an error", () => {
    const { problems, runbook } = check(`${HEAD}${unknownKeys(300)}phases: []\n`);
    expect(problems.at(-1)).toMatchObject({ code: "E0001", severity: "error" });
    expect(runbook).toBeNull();
  });

  test("people's own names are accepted, and a refused one is told what is allowed", () => {
    const named = (name: string) => check(`${HEAD}${PHASES}`.replace("many", JSON.stringify(name)));
    for (const name of ["Contoso Mailbox Migration (Wave 1)", "A&B", "Größe"])
      expect(named(name)).toMatchObject({ problems: [], runbook: { name } });
    const [problem] = named("a:b").problems;
    expect(problem?.code).toBe("E2004");
    expect(problem?.hint).toContain("/ \\ ? # % < > { } \" ' ` | * :");
  });

  test("a byte-order mark shifts no column", () => {
    const [problem] = check(`\uFEFFnam: x\n${HEAD}${PHASES}`).problems;
    expect(problem).toMatchObject({ line: 1, col: 1, hint: 'Did you mean "name"?' });
  });
});
