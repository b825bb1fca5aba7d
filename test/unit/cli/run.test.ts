import { describe, expect, test } from "@jest/globals";
import { LONE_COMMANDS, NOUNS } from "../../../runtime/cli/table/commands.ts";
import { drover, INSTALLED, MACHINE } from "./drover-in-process.ts";
import { folder } from "./folder.ts";

describe("one run of the command line", () => {
  test("without words it shows help, on stdout", async () => {
    const { status, stdout, stderr } = await drover([]);
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^Usage: drover /);
  });

  test("help fits the terminal it is shown on", async () => {
    const { stdout } = await drover(["--help"], { columns: 70 });
    expect(Math.max(...stdout.split("\n").map((line) => line.length))).toBeLessThanOrEqual(70);
    expect((await drover(["--help"], { columns: 200 })).stdout).not.toBe(stdout);
  });

  test("a terminal gets colour, unless the environment says otherwise", async () => {
    const coloured = await drover(["runbok"], { columns: 80 });
    expect(coloured.stderr).toContain("\u001b[");
    const plain = await drover(["runbok"], { columns: 80, env: { NO_COLOR: "1" } });
    expect(plain.stderr).toMatch(/^error E0101 unknown command 'runbok'\n/);
  });

  test("a noun without a verb is a usage error", async () => {
    const { status, stdout, stderr } = await drover(["runbook"]);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/^Usage: drover runbook /);
  });

  test("an exception is a bug: one sentence, and the stack with --debug only", async () => {
    const stdin = () => {
      throw new Error("the disk melted");
    };
    const validate = (...flags: string[]) =>
      drover(["runbook", "validate", "-", ...flags], { stdin, root: INSTALLED });
    const { status, stdout, stderr } = await validate("--json");
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^error E0100 .*\n {2}why: {3}the disk melted\n {2}next: {2}.*--debug/);
    expect(stderr).not.toMatch(/^\s+at /m);
    expect((await validate("--debug")).stderr).toMatch(/^\s+at /m);
  });

  test("version tells what runs it", async () => {
    expect((await drover(["version"])).stdout).toBe("drover 1.2.3 (Node 24.0.0, linux x64)\n");
    const { drover: version, ...rest } = MACHINE;
    expect(JSON.parse((await drover(["version", "--json"])).stdout)).toEqual({ version, ...rest });
    expect((await drover(["-V"])).stdout).toBe("1.2.3\n");
  });

  test("help reaches commands and topics", async () => {
    const help = async (...words: string[]) => (await drover(["help", ...words])).stdout;
    expect(await help()).toMatch(/^Usage: drover \[/);
    expect(await help("runbook", "show")).toMatch(/^Usage: drover runbook show /);
    expect(await help("exit-codes")).toMatch(/^130 +Stopped by Ctrl-C\.$/m);
    expect(await help("errors")).toMatch(/^E0120 +2 /m);
  });

  test("help on something unknown offers the nearest, or lists what there is", async () => {
    expect((await drover(["help", "runbook", "valdate"])).stderr).toContain(
      "did you mean validate?",
    );
    expect((await drover(["help", "runbook", "errors"])).stderr).toContain(
      "choose one of: validate, show, new, explain, schema, publish,",
    );
    const { status, stderr } = await drover(["help", "zzzzzzzz"]);
    expect(status).toBe(2);
    expect(stderr).toContain("choose one of: runbook, batch, ");
    expect(stderr).toContain("completion, version, help, exit-codes, errors\n");
  });
});

describe("completion", () => {
  const cwd = folder({
    "move.yaml": "",
    "wave.csv": "",
    "notes.txt": "",
    ".hidden.yaml": "",
    "books/one.yml": "",
    "home/kept.yaml": "",
    "bad\u001bname.yaml": "",
  });
  const complete = async (...words: string[]) => {
    const { status, stdout, stderr } = await drover(["__complete", ...words], {
      cwd,
      env: { HOME: `${cwd}/home` },
    });
    expect([status, stderr]).toEqual([0, ""]);
    return stdout.split("\n").flatMap((line) => line.split("\t")[0] || []);
  };

  test("offers commands, with their descriptions after a tab", async () => {
    const names = [...NOUNS, ...LONE_COMMANDS].map(({ name }) => name);
    expect(await complete("")).toEqual(names);
    expect(await complete("runbook", "s")).toEqual(["show", "schema"]);
    const { stdout } = await drover(["__complete", "ver"]);
    expect(stdout).toBe("version\tprint the versions of drover and Node\n");
  });

  test("offers a command's own flags and the global ones", async () => {
    expect(await complete("runbook", "new", "--f")).toEqual(["--file", "--force"]);
    expect(await complete("runbook", "new", "--d")).toEqual(["--data", "--debug"]);
  });

  test("offers the choices of a flag and of an argument", async () => {
    expect(await complete("runbook", "validate", "-o", "json")).toEqual(["json", "jsonl"]);
    expect(await complete("runbook", "validate", "--output=t")).toEqual([
      "--output=text",
      "--output=table",
      "--output=tsv",
    ]);
    expect(await complete("completion", "")).toEqual(["bash", "zsh", "fish", "pwsh"]);
    expect(await complete("--color", "a")).toEqual(["auto", "always"]);
  });

  test("offers files of the right kind, and folders", async () => {
    expect(await complete("runbook", "validate", "")).toEqual(["books/", "home/", "move.yaml"]);
    expect(await complete("runbook", "validate", "books/")).toEqual(["books/one.yml"]);
    expect(await complete("runbook", "show", ".h")).toEqual([".hidden.yaml"]);
    expect(await complete("runbook", "show", "~/")).toEqual(["~/kept.yaml"]);
    expect(await complete("runbook", "validate", "--members", "w")).toEqual(["wave.csv"]);
    expect(await complete("runbook", "schema", "--write", "n")).toEqual(["notes.txt"]);
  });

  test("offers keys and problem codes to explain, and topics of help", async () => {
    expect(await complete("runbook", "explain", "E21")).toContain("E2101");
    expect(await complete("runbook", "explain", "phases.of")).toEqual(["phases.offset"]);
    expect(await complete("help", "e")).toEqual(["events", "exit-codes", "errors"]);
  });

  test("offers nothing where nothing is known, and never fails", async () => {
    expect(await complete("runbook", "new", "x")).toEqual([]);
    expect(await complete("runbook", "schema", "x")).toEqual([]);
    expect(await complete("runbook", "show", "nowhere/x")).toEqual([]);
    expect(await complete("--version", "--help", "--", "x")).toEqual([]);
    expect(await complete()).toHaveLength(NOUNS.length + LONE_COMMANDS.length);
  });

  test.each(["bash", "zsh", "fish", "pwsh"])(
    "prints a script for %s that asks us",
    async (shell) => {
      const { status, stdout } = await drover(["completion", shell]);
      expect(status).toBe(0);
      expect(stdout).toContain("__complete");
      expect(stdout).not.toMatch(/\\[$`]/);
    },
  );
});
