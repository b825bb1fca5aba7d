import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "@jest/globals";
import { folder } from "../../unit/cli/folder.ts";
import { BIN, drover } from "./drover.ts";

// Each test starts processes, on a machine that may be busy with other tests.

describe("from nothing to a checked runbook, in real processes", () => {
  const cwd = folder({ "notes.txt": "", "members.csv": "UserPrincipalName,MigrationDate\n" });
  const runbook = (words: string[], input = "") => drover(["runbook", ...words], { cwd, input });
  const text = () => readFileSync(join(cwd, "books/move.yaml"), "utf8");

  beforeAll(() => {
    const made = runbook(["new", "move", "--file", "books/move.yaml"]);
    expect([made.status, made.stdout]).toEqual([0, "books/move.yaml\n"]);
    expect(made.stderr).toContain("drover runbook validate books/move.yaml");
  });

  test("new does not overwrite what is there", () => {
    const before = text();
    const again = runbook(["new", "other", "--file", "books/move.yaml"]);
    expect([again.status, again.stdout, text()]).toEqual([2, "", before]);
    expect(again.stderr).toContain("--force");
  });

  test("validate accepts it by file, by folder and from stdin", () => {
    for (const [path, input] of [["books/move.yaml"], ["books"], ["-", text()]] as const) {
      const { status, stdout, stderr } = runbook(["validate", "--strict", path], input);
      expect([status, stdout, stderr]).toEqual([0, "", "1 file: 1 valid\n"]);
    }
  });

  test("X-79: validate reports every problem of a broken one, and -o json is only JSON", () => {
    const broken = text().replace("offset: T-1d", "ofset: T-1d");
    const { status, stdout } = runbook(["validate", "-", "--strict", "-o", "json"], broken);
    expect(status).toBe(1);
    const report: { problems: { code: string; file: string }[] } = JSON.parse(stdout);
    expect(report.problems.map(({ code }) => code)).toContain("E2101");
    expect(report.problems.length).toBeGreaterThan(1);
    for (const { file } of report.problems) expect(file).toBe("<stdin>");
  });

  test("M-092 (part): validate --members names the column that the CSV lacks", () => {
    const { status, stdout } = runbook(["validate", "books", "--members", "members.csv"]);
    expect(status).toBe(1);
    expect(stdout).toMatch(/^members\.csv:1:1 csv-column-missing .*"DisplayName"/m);
  });

  test("a missing file is exit code 2 with an empty stdout", () => {
    const { status, stdout, stderr } = runbook(["validate", "nowhere.yaml", "--json"]);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("error E0110 ");
  });

  test("show draws it, explain explains it, schema describes it", () => {
    expect(runbook(["show", "books/move.yaml"]).stdout).toContain("├─ T-1d preparation");
    expect(JSON.parse(runbook(["show", "books/move.yaml", "--json"]).stdout).name).toBe("move");
    expect(runbook(["explain", "phases.offset"]).stdout).toMatch(/^phases\.offset /);
    const { status, stderr } = runbook(["explain", "phases.ofset"]);
    expect(status).toBe(5);
    expect(stderr).toContain("did you mean phases.offset?");
    expect(JSON.parse(runbook(["schema"]).stdout).properties).toHaveProperty("phases");
  });

  const bash = spawnSync("bash", ["--version"]).status === 0;
  (bash ? test : test.skip)(
    "bash completes commands, flags and files (skipped where there is no bash)",
    () => {
      const script = `
        drover() { "$NODE" "$BIN" "$@"; }
        eval "$(drover completion bash)" || exit 9
        type compopt >/dev/null 2>&1 || compopt() { :; }
        try() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _drover; echo "\${COMPREPLY[*]}"; }
        try drover runbook sho
        try drover runbook validate --stri
        try drover runbook validate bo
        try drover runbook validate books/
        try drover runbook validate --output = json`;
      const env = { NODE: process.execPath, BIN, PATH: process.env["PATH"] ?? "" };
      const run = spawnSync("bash", ["-c", script], { cwd, env, encoding: "utf8" });
      expect(run.stdout.split("\n")).toEqual([
        "show",
        "--strict",
        "books/",
        "books/move.yaml",
        "json jsonl",
        "",
      ]);
      const { stdout } = drover(["completion", "bash"]);
      expect(spawnSync("bash", ["-n"], { input: stdout }).status).toBe(0);
    },
  );
});
