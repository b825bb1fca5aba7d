import { describe, expect, test } from "@jest/globals";
import { checkRunbook } from "../../../runtime/runbook/check-runbook.ts";
import { type ProblemFormat, printProblems } from "../../../runtime/runbook/print-problems.ts";
import type { Problem } from "../../../runtime/runbook/problem.ts";

const FILE = "books/wave 1,a.yaml";
const TEXT = `name: wave
data_source: { type: csv, primary_key: Upn, columns: [Upn] }
retires: 3
phases:
  - name: 切替
    offset: 5d
    steps:
      - name: one
        worker_id: w
        function: Do-It
        params: { 名前: "{{Upm}}" }
`;

const print = (format: ProblemFormat, color = false) => {
  const { problems } = checkRunbook({ file: FILE, text: TEXT }, { strict: false });
  return printProblems(format, [{ file: FILE, text: TEXT, problems }], { color });
};
const problem = (overrides: Partial<Problem>): Problem => ({
  file: "f",
  line: 1,
  col: 1,
  code: "E1101",
  severity: "error",
  message: "m",
  hint: null,
  ...overrides,
});
const printOne = (format: ProblemFormat, text: string, overrides: Partial<Problem>) =>
  printProblems(format, [{ file: "f", text, problems: [problem(overrides)] }], { color: false });

describe("printing problems", () => {
  test("as text: place, code, message, the line, a caret under the column, a hint", () => {
    expect(print("text")).toBe(`books/wave 1,a.yaml:3:1 W2101 unknown key "retires" in the runbook
   3 | retires: 3
     | ^
  hint: Did you mean "retry"?
books/wave 1,a.yaml:6:13 E2009 phases[0].offset is "5d", which is not an offset
   6 |     offset: 5d
     |             ^
  hint: Write T-5d.
books/wave 1,a.yaml:11:24 E3106 "Upm" is neither a declared column nor an output
  11 |         params: { 名前: "{{Upm}}" }
     |                          ^
  hint: Did you mean "Upn"?
`);
  });

  test("as JSON: one object with exactly the seven fields of each problem", () => {
    const parsed = JSON.parse(print("json"));
    expect(print("json")).toMatch(
      /^\{"problems":\[\{"file":"books\/wave 1,a.yaml","line":3,"col":1,/,
    );
    expect(print("json").endsWith("}]}\n")).toBe(true);
    expect(parsed).toEqual({
      problems: [
        {
          file: FILE,
          line: 3,
          col: 1,
          code: "W2101",
          severity: "warning",
          message: 'unknown key "retires" in the runbook',
          hint: 'Did you mean "retry"?',
        },
        {
          file: FILE,
          line: 6,
          col: 13,
          code: "E2009",
          severity: "error",
          message: 'phases[0].offset is "5d", which is not an offset',
          hint: "Write T-5d.",
        },
        {
          file: FILE,
          line: 11,
          col: 24,
          code: "E3106",
          severity: "error",
          message: '"Upm" is neither a declared column nor an output',
          hint: 'Did you mean "Upn"?',
        },
      ],
    });
  });

  test("for GitHub: one workflow command per problem, with its special characters escaped", () => {
    expect(print("github")).toBe(
      [
        "::warning file=books/wave 1%2Ca.yaml,line=3,col=1,title=W2101::",
        'unknown key "retires" in the runbook%0ADid you mean "retry"?\n',
        "::error file=books/wave 1%2Ca.yaml,line=6,col=13,title=E2009::",
        'phases[0].offset is "5d", which is not an offset%0AWrite T-5d.\n',
        "::error file=books/wave 1%2Ca.yaml,line=11,col=24,title=E3106::",
        '"Upm" is neither a declared column nor an output%0ADid you mean "Upn"?\n',
      ].join(""),
    );
    const message = "100%\r\n::error::forged: a,b";
    expect(printOne("github", "", { file: "c:\\a%b", message })).toBe(
      "::error file=c%3A\\a%25b,line=1,col=1,title=E1101::100%25%0D%0A::error::forged: a,b\n",
    );
  });

  test("color marks code, caret and hint, and nothing else differs", () => {
    const colored = print("text", true);
    expect(colored).toContain("\u001b[33mW2101\u001b[0m");
    expect(colored).toContain("\u001b[31m^\u001b[0m");
    expect(colored).toContain("\u001b[36mhint:\u001b[0m");
    const paint = new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, "g");
    expect(colored.replace(paint, "")).toBe(print("text"));
  });

  test("R57 (part): control characters of file, line, message and hint are written out", () => {
    const red = "\u001b[31m";
    const printed = printOne("text", `a${red}b\u202e`, {
      col: 7,
      file: `f${red}`,
      message: `m${red}\nx`,
      hint: `h${red}`,
    });
    expect(printed).toBe(
      [
        "f\\u{1b}[31m:1:7 E1101 m\\u{1b}[31m\\u{a}x",
        "   1 | a\\u{1b}[31mb\\u{202e}",
        `     | ${" ".repeat(11)}^`,
        "  hint: h\\u{1b}[31m\n",
      ].join("\n"),
    );
  });

  test("a tab is two blanks wide, for the line as for the caret", () => {
    expect(printOne("text", "\t\tx: 1", { col: 3 })).toContain("   1 |     x: 1\n     |     ^\n");
  });

  test("combining marks take no room and pictures take two", () => {
    expect(printOne("text", "e\u0301🚀x", { col: 5 })).toContain("     |    ^\n");
  });

  test("a long line is cut on both sides of the column", () => {
    const printed = printOne("text", `${"a".repeat(500)}!${"b".repeat(500)}`, { col: 501 });
    expect(printed).toContain(`   1 | …${"a".repeat(60)}!${"b".repeat(39)}…\n`);
    expect(printed).toContain(`     | ${" ".repeat(61)}^\n`);
  });

  test("a place past the end of the text still has its caret", () => {
    expect(printOne("text", "ab", { line: 9, col: 4 })).toBe("f:9:4 E1101 m\n   9 |\n     | ^\n");
  });

  test("Windows line ends and a byte-order mark are no part of a line", () => {
    expect(printOne("text", "\uFEFFab\r\ncd", { col: 2 })).toContain("   1 | ab\n     |  ^\n");
  });

  test("files without problems print nothing, or an empty list", () => {
    const files = [{ file: "f", text: "", problems: [] }];
    expect(printProblems("text", files, { color: true })).toBe("");
    expect(printProblems("github", files, { color: true })).toBe("");
    expect(printProblems("json", files, { color: true })).toBe('{"problems":[]}\n');
  });
});
