import { describe, expect, test } from "@jest/globals";
import { cellColumn } from "../../../../../runtime/cli/commands/runbook/cell-column.ts";
import { columnsToFill, columnsUsed } from "../../../../../runtime/domain/columns-used.ts";
import { checkRunbook } from "../../../../../runtime/runbook/check-runbook.ts";
import type { Problem } from "../../../../../runtime/runbook/problem.ts";
import { drover, INSTALLED as root } from "../../drover-in-process.ts";
import { folder } from "../../folder.ts";

const RUNBOOK = `
name: columns
data_source:
  type: csv
  primary_key: Upn
  batch_time_column: Start
  columns: [Upn, Start, Aliases, Name, Dept, Old, Left, Gone, Manager, Unused]
  multi_valued_columns:
    - {name: Aliases, format: semicolon_delimited}
init:
  - {name: group, worker_id: w, function: New-Group, params: {Id: "{{_batch_id}}"}}
phases:
  - name: only
    offset: T-0
    steps:
      - name: first
        worker_id: w
        function: Set-It
        params:
          Name: "{{Name}} of {{Dept}}"
          List: ["{{Manager}}", 1]
          Map: {Inner: "{{Old}}"}
        output_params: {Guid: id, Old: old}
        on_failure: undo
      - name: second
        worker_id: w
        function: Use-It
        params: {Id: "{{Guid}}", Now: "{{_batch_start_time}}"}
on_member_removed:
  - {name: forget, worker_id: w, function: Drop-It, params: {Who: "{{Left}}"}}
rollbacks:
  undo:
    - {name: back, worker_id: w, function: Undo-It, params: {Who: "{{Gone}}", Again: "{{Name}}"}}
`;
const HEADER = "Upn,Start,Aliases,Name,Dept,Manager,Old,Left,Gone";

const compiled = (text: string) => {
  const { runbook, problems } = checkRunbook({ file: "r.yaml", text }, { strict: true });
  if (runbook === null) throw new Error(JSON.stringify(problems));
  return runbook;
};

describe("the columns that a runbook uses", () => {
  test("M-092 (part): are the key, the start, the lists and what no step sets", () => {
    expect(columnsUsed(compiled(RUNBOOK))).toEqual(HEADER.split(","));
  });

  test("M-090 (part): leave out the start time where a CSV file makes a manual batch", () => {
    const text = RUNBOOK.replace("type: csv", "type: dataverse\n  connection: c\n  query: q");
    expect(columnsUsed(compiled(text))).not.toContain("Start");
  });

  test("leave out a start time that no column holds", () => {
    const text = RUNBOOK.replace("batch_time_column: Start", "batch_time: immediate");
    expect(columnsUsed(compiled(text))).not.toContain("Start");
  });
});

describe("the columns of a table to fill in", () => {
  const runbook = (source: string) =>
    compiled(`name: r
data_source: {primary_key: Upn, ${source}}
phases:
  - name: p
    offset: T-0
    steps: [{name: s, worker_id: w, function: F, params: {Who: "{{Name}}"}}]
`);

  test("M-099 (part): are the key, the start and every declared column, used or not", () => {
    const source = "type: csv, batch_time_column: Start, columns: [Name, Upn, Phone, Start]";
    expect(columnsToFill(runbook(source))).toEqual(["Upn", "Start", "Name", "Phone"]);
  });

  test("M-099 (part): have the start of sources that are asked, and what steps name", () => {
    const source = "type: sql, connection: c, query: q, batch_time_column: Start";
    expect(columnsToFill(runbook(source))).toEqual(["Upn", "Start", "Name"]);
    const now = "type: sql, connection: c, query: q, batch_time: immediate";
    expect(columnsToFill(runbook(now))).toEqual(["Upn", "Name"]);
  });
});

describe("drover runbook validate --members", () => {
  const cwd = folder({
    "r.yaml": RUNBOOK,
    "same.yaml": RUNBOOK,
    "bad.yaml": "name: x\n",
    "good.csv": `${HEADER}\na@x,2026-01-01T00:00:00Z,,n,d,m,o,l,g\n`,
    "lacking.csv": "Upn,Start,Aliases,Dept,Manager,Old,Left\n",
    "keyless.csv": "Name\nx\n",
    "twice.csv": `${HEADER}\n${'a@x,"1,2",,,,,,,\n'.repeat(2)}`,
    "many.csv": `${HEADER}\n${"short\n".repeat(300)}`,
    "latin1.csv": Buffer.from([0x55, 0xe9, 0x0a]),
  });
  const validate = (...words: string[]) => drover(["runbook", "validate", ...words], { cwd, root });
  const problems = async (csv: string, ...runbooks: string[]) => {
    const { status, stdout } = await validate(...runbooks, "--members", csv, "-o", "json");
    expect(status).toBe(1);
    const report: { readonly problems: readonly Problem[] } = JSON.parse(stdout);
    return report.problems
      .filter(({ file }) => file === csv)
      .map(({ line, col, code }) => `${line}:${col} ${code}`);
  };

  test("a file with every column is valid, and is counted", async () => {
    const { status, stdout, stderr } = await validate("r.yaml", "--members", "good.csv");
    expect(status).toBe(0);
    expect(stdout).not.toContain("good.csv");
    expect(stderr).toMatch(/^2 files: 2 valid/);
  });

  test("M-092 (part): a missing key or column is an error that names it", async () => {
    expect(await problems("lacking.csv", "r.yaml")).toEqual([
      "1:1 csv-column-missing",
      "1:1 csv-column-missing",
    ]);
    const { stdout } = await validate("r.yaml", "--members", "lacking.csv");
    expect(stdout).toMatch(/^lacking\.csv:1:1 csv-column-missing .*"Name"/m);
    expect(stdout).toMatch(/^lacking\.csv:1:1 csv-column-missing .*"Gone"/m);
    expect((await problems("keyless.csv", "r.yaml"))[0]).toBe("1:1 csv-key-column-missing");
  });

  test("M-092 (part): a member there twice is told once, also for several runbooks", async () => {
    expect(await problems("twice.csv", "r.yaml", "same.yaml")).toEqual(["3:1 csv-key-duplicate"]);
  });

  test("what is too much to list is counted", async () => {
    const listed = await problems("many.csv", "r.yaml");
    expect(listed).toHaveLength(201);
    expect(listed.at(-1)).toBe("302:1 E0001");
    expect((await validate("r.yaml", "--members", "many.csv")).stdout).toContain("and 100 more");
  });

  test("without a valid runbook the members are not checked, and that is said", async () => {
    const { status, stderr } = await validate("bad.yaml", "--members", "lacking.csv");
    expect(status).toBe(1);
    expect(stderr).toMatch(/^The members were not checked: no runbook is valid\.\n1 file: 0 valid/);
  });

  test("a missing file is a usage error; the runbooks' own problems are still told", async () => {
    const words = ["r.yaml", "bad.yaml", "--members", "nowhere.csv"];
    const { status, stdout, stderr } = await validate(...words);
    expect(status).toBe(2);
    expect(stdout).toMatch(/^r\.yaml:\d+:\d+ W3112 [\s\S]*^bad\.yaml:1:1 E2001 /m);
    expect(stderr).toMatch(/^error E0110 [\s\S]*^2 files: 1 valid, 1 with /m);
  });

  test("a file that is not UTF-8 is a problem of that file", async () => {
    const { status, stdout } = await validate("r.yaml", "--members", "latin1.csv", "-o", "json");
    expect(status).toBe(1);
    expect(JSON.parse(stdout).problems).toMatchObject([
      { file: "r.yaml", severity: "warning" },
      { file: "latin1.csv", line: 1, code: "csv-encoding", severity: "error" },
    ]);
  });

  test("members may come from stdin, but not together with the runbook", async () => {
    const words = ["runbook", "validate", "r.yaml", "--members", "-"];
    expect((await drover(words, { cwd, root, input: `${HEADER}\n` })).status).toBe(0);
    const both = await drover(["runbook", "validate", "-", "--members", "-"], { cwd });
    expect([both.status, both.stdout]).toEqual([2, ""]);
    expect(both.stderr).toContain("error E0106 ");
  });
});

describe("where a cell is on its line", () => {
  test.each([
    ["a,bb,c", 1, 1],
    ["a,bb,c", 2, 3],
    ["a,bb,c", 3, 6],
    ['"a,""b",c', 2, 9],
    ["a,b", 3, 4],
    ["", 1, 1],
    ['"open,', 2, 7],
  ])("in %p cell %i begins at column %i", (line, cell, column) => {
    expect(cellColumn(line, cell)).toBe(column);
  });
});
