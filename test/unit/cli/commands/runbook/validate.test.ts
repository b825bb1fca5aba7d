import { chmodSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { starterRunbook } from "../../../../../runtime/runbook/starter.ts";
import { drover, INSTALLED as root } from "../../drover-in-process.ts";
import { folder } from "../../folder.ts";

const good = starterRunbook("good");
const bad = good.replace("offset: T-1d", "offset: T+1d").replace("function: New-EntraUser\n", "\n");
const warned = good.replace("description:", "descripton:");

type Report = {
  readonly problems: readonly {
    readonly file: string;
    readonly line: number;
    readonly col: number;
    readonly code: string;
    readonly severity: string;
    readonly message: string;
    readonly hint: string | null;
  }[];
};
const report = (stdout: string): Report => JSON.parse(stdout);

describe("drover runbook validate", () => {
  const cwd = folder({
    "good.yaml": good,
    "bad.yaml": bad,
    "warned.yml": warned,
    "unpolled.yaml": good.replace("Add-EntraGroupMember", "Test-EntraGroupMembership"),
    "books/b.yaml": good,
    "books/a.yml": bad,
    "books/notes.txt": "not a runbook",
    "books/inner/c.yaml": bad,
    "none/readme.md": "",
    "binary.yaml": Buffer.from([0x6e, 0x61, 0xff, 0xfe, 0x00]),
    "nul.yaml": "name: a\0b\n",
    "huge.yaml": `#${"x".repeat(2_000_000)}\n`,
    "utf16.yaml": Buffer.from(`\uFEFF${good}`, "utf16le"),
    "large.yaml": `#${"x".repeat(300_000)}\n`,
    "my book.yaml": bad,
  });
  const validate = (...words: string[]) => drover(["runbook", "validate", ...words], { cwd, root });

  test("a valid runbook prints only a summary, on stderr, and exits with 0", async () => {
    const { stdout, stderr, status } = await validate("good.yaml");
    expect([status, stdout, stderr]).toEqual([0, "", "1 file: 1 valid\n"]);
  });

  test("an invalid one prints its problems on stdout and exits with 1", async () => {
    const { stdout, stderr, status } = await validate("bad.yaml");
    expect(status).toBe(1);
    expect(stdout).toMatch(/^bad\.yaml:\d+:\d+ E\d{4} /m);
    expect(stderr).toMatch(/^1 file: 0 valid, 1 with \d+ errors?.*\n$/);
  });

  test("X-79: an unknown key is a warning and valid, with --strict an error and not", async () => {
    const lenient = await validate("warned.yml");
    expect(lenient.status).toBe(0);
    expect(lenient.stdout).toMatch(/warned\.yml:\d+:1 W2101 .*\n[\s\S]*Did you mean "description"/);
    expect(lenient.stderr).toBe("1 file: 1 valid, 1 warning\n");
    const strict = await validate("--strict", "warned.yml");
    expect(strict.status).toBe(1);
    expect(strict.stdout).toContain(" E2101 ");
  });

  test("X-79: every problem of every file is reported, and the summary counts them", async () => {
    const { stdout, stderr, status } = await validate(
      "good.yaml",
      "bad.yaml",
      "warned.yml",
      "-o",
      "json",
    );
    const { problems } = report(stdout);
    const errors = problems.filter(({ severity }) => severity === "error").length;
    expect(status).toBe(1);
    expect(errors).toBeGreaterThanOrEqual(2);
    expect(new Set(problems.map(({ file }) => file))).toEqual(new Set(["bad.yaml", "warned.yml"]));
    expect(stderr).toBe(`3 files: 2 valid, 1 with ${errors} errors and 1 warning\n`);
  });

  test("-o json, --json and --format json print one object on stdout", async () => {
    const { stdout } = await validate("bad.yaml", "-o", "json");
    expect(Object.keys(JSON.parse(stdout))).toEqual(["problems"]);
    expect(Object.keys(report(stdout).problems[0] ?? {}).toSorted()).toEqual([
      "code",
      "col",
      "file",
      "hint",
      "line",
      "message",
      "severity",
    ]);
    expect((await validate("bad.yaml", "--json")).stdout).toBe(stdout);
    expect((await validate("bad.yaml", "--format", "json")).stdout).toBe(stdout);
    expect((await validate("good.yaml", "--json")).stdout).toBe('{"problems":[]}\n');
  });

  test("the other forms hold the same problems", async () => {
    const { problems } = report((await validate("bad.yaml", "--json")).stdout);
    const lines = async (form: string) =>
      (await validate("bad.yaml", "-o", form)).stdout.trimEnd().split("\n");
    expect((await lines("jsonl")).map((line) => JSON.parse(line))).toEqual(problems);
    const rows = await lines("tsv");
    expect(rows[0]).toBe("FILE\tLINE\tCOL\tSEVERITY\tCODE\tMESSAGE");
    expect(rows).toHaveLength(problems.length + 1);
    expect(await lines("table")).toEqual(rows);
    expect((await lines("yaml"))[0]).toBe("problems:");
    const annotations = (await validate("bad.yaml", "--format", "github")).stdout
      .trimEnd()
      .split("\n");
    expect(annotations).toHaveLength(problems.length);
    for (const line of annotations) expect(line).toMatch(/^::(error|warning) file=bad\.yaml,line=/);
  });

  test("on a terminal a table lines up and fits", async () => {
    const words = ["runbook", "validate", "bad.yaml", "-o", "table"];
    const { stdout } = await drover(words, { cwd, root, columns: 60 });
    const [heading = "", ...rows] = stdout.trimEnd().split("\n");
    expect(heading).toMatch(/^FILE {6}LINE {2}COL {2}SEVERITY {2}CODE {3}MESSAGE$/);
    for (const row of rows) expect(row.length).toBeLessThanOrEqual(60);
  });

  test("M-074 (part): a check without a poll is a warning with what to write", async () => {
    const { status, stdout, stderr } = await validate("unpolled.yaml");
    expect([status, stderr]).toEqual([0, "1 file: 1 valid, 1 warning\n"]);
    expect(stdout).toMatch(/^unpolled\.yaml:\d+:19 W3306 phases\[1\]\.steps\[0\] has no poll/);
    expect(stdout).toContain("poll: {interval: 1m, timeout: 1h}");
  });

  test("without the library that ships with drover nothing is said to be valid", async () => {
    const { status, stdout, stderr } = await drover(["runbook", "validate", "good.yaml"], { cwd });
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("functions.v1.json cannot be read");
  });

  test("- reads from stdin", async () => {
    const piped = (input: string) => drover(["runbook", "validate", "-"], { cwd, root, input });
    expect((await piped(good)).status).toBe(0);
    const { status, stdout } = await piped(bad);
    expect(status).toBe(1);
    expect(stdout).toMatch(/^<stdin>:\d+:\d+ E/);
  });

  test("a folder stands for its own .yaml and .yml files, by name", async () => {
    const { stdout, stderr, status } = await validate("books");
    expect(status).toBe(1);
    expect(stderr).toMatch(/^2 files: 1 valid, 1 with/);
    expect(stdout).toContain("books/a.yml:");
    expect(stdout).not.toContain("inner");
  });

  test("a file named twice is read once", async () => {
    expect((await validate("books/b.yaml", "./books/b.yaml", "books/b.yaml")).stderr).toMatch(
      /^1 file:/,
    );
  });

  test.each([
    ["a missing file", "nowhere.yaml", "E0110"],
    ["a file below a file", "good.yaml/x.yaml", "E0110"],
    ["a folder without runbooks", "none", "E0114"],
  ])("%s exits with 2 and says where, on stderr only", async (_what, path, code) => {
    for (const flags of [[], ["--json"]]) {
      const { stdout, stderr, status } = await validate(path, ...flags);
      expect([status, stdout]).toEqual([2, ""]);
      expect(stderr).toContain(`error ${code} `);
      expect(stderr).toContain(`  where: ${path}\n`);
    }
  });

  test.each([
    ["bytes that are not text", "binary.yaml", "E1009"],
    ["text with a NUL", "nul.yaml", "E1009"],
    ["text in UTF-16", "utf16.yaml", "E1009"],
    ["a file too large", "large.yaml", "E1001"],
    ["a file far too large", "huge.yaml", "E1001"],
  ])("%s is a problem of the file, in every form", async (_what, path, code) => {
    const { status, stdout } = await validate(path, "-o", "json");
    expect(status).toBe(1);
    expect(report(stdout).problems).toMatchObject([{ file: path, line: 1, code }]);
    expect((await validate(path)).stdout).toMatch(new RegExp(`^${path}:1:1 ${code} `));
  });

  test("an endless input is not read to its end", async () => {
    let given = 0;
    const stdin = async function* () {
      for (;;) {
        given += 65_536;
        yield Buffer.alloc(65_536, "x");
      }
    };
    const { status, stdout } = await drover(["runbook", "validate", "-"], { cwd, root, stdin });
    expect([status, stdout.slice(0, 17)]).toEqual([1, "<stdin>:1:1 E1001"]);
    expect(given).toBeLessThan(400_000);
  });

  test("what cannot be read keeps nobody from the others, and all of it is told", async () => {
    const words = ["nowhere.yaml", "bad.yaml", "none", "gone.yaml", "-o", "json", "--quiet"];
    const { stdout, stderr, status } = await validate(...words);
    expect(status).toBe(2);
    expect(new Set(report(stdout).problems.map(({ file }) => file))).toEqual(new Set(["bad.yaml"]));
    expect(stderr.match(/^error E\d{4}/gm)).toEqual(["error E0114", "error E0110", "error E0110"]);
    expect((await validate("good.yaml", "nowhere.yaml", "--json")).stdout).toBe(
      '{"problems":[]}\n',
    );
  });

  test("--quiet leaves only the data", async () => {
    expect((await validate("-q", "bad.yaml")).stderr).toBe("");
    const { stdout } = await validate("bad.yaml");
    expect((await validate("bad.yaml", "--quiet")).stdout).toBe(stdout);
  });

  test("colour marks the codes when it is asked for", async () => {
    const { stdout, stderr } = await validate("--color", "always", "bad.yaml");
    expect(stdout).toContain("\u001b[31mE");
    expect(stderr).toContain("\u001b[");
  });

  const isRoot = process.getuid?.() === 0;
  (isRoot ? test.skip : test)(
    "a file without permission exits with 2 (skipped when root, who may read everything)",
    async () => {
      const at = folder({ "secret.yaml": good });
      chmodSync(join(at, "secret.yaml"), 0);
      const { status, stderr } = await drover(["runbook", "validate", "secret.yaml"], {
        cwd: at,
        root,
      });
      expect(status).toBe(2);
      expect(stderr).toContain("permission is denied");
    },
  );
});
