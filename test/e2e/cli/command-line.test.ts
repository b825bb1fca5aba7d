import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { LONE_COMMANDS, NOUNS } from "../../../runtime/cli/table/commands.ts";
import { BIN, drover } from "./drover.ts";

// Each test starts processes, on a machine that may be busy with other tests.

const ESC = "\u001b";
const VERSION: unknown = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../../package.json"), "utf8"),
).version;

const COMMANDS = [
  ...NOUNS.flatMap(({ name, verbs }) => [name, ...verbs.map((verb) => `${name} ${verb.name}`)]),
  ...LONE_COMMANDS.map(({ name }) => name),
];

describe("help", () => {
  test("drover alone, --help and help say the same", () => {
    const { stdout, status } = drover([]);
    expect(status).toBe(0);
    expect(stdout).toContain("Usage: drover");
    expect(drover(["--help"]).stdout).toBe(stdout);
    expect(drover(["help"]).stdout).toBe(stdout);
  });

  test("help lists these commands and no others", () => {
    const listed = (words: string[]) =>
      [
        ...(drover([...words, "--help"]).stdout.split("\nCommands:\n")[1] ?? "").matchAll(
          /^ {2}([\w-]+)/gm,
        ),
      ].map(([, name]) => [...words, name].join(" "));
    const all = listed([]).flatMap((name) => [name, ...listed([name])]);
    expect(all.toSorted()).toEqual(COMMANDS.toSorted());
  });

  test("help reaches a command at any depth", () => {
    expect(drover(["help", "runbook", "validate"]).stdout).toBe(
      drover(["runbook", "validate", "--help"]).stdout,
    );
  });

  test("a noun without its verb shows its help on stderr and is a usage error", () => {
    const { stdout, stderr, status } = drover(["runbook"]);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("Usage: drover runbook");
  });

  test("exit codes have a page that names each of them", () => {
    const { stdout, status } = drover(["help", "exit-codes"]);
    expect(status).toBe(0);
    const codes = [...stdout.matchAll(/^(\d+) /gm)].map(([, code]) => Number(code));
    expect(codes).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 130]);
  });

  test("error codes have a page", () => {
    expect(drover(["help", "errors"]).stdout).toMatch(/^E0102 +2 +There is no such flag/m);
  });
});

describe("version", () => {
  test("--version prints the version of package.json and nothing else", () => {
    expect(drover(["--version"]).stdout).toBe(`${VERSION}\n`);
  });

  test.each([[["-o", "json"]], [["--json"]]])("version %j prints only JSON", (flags) => {
    const { stdout, stderr } = drover(["version", ...flags]);
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toEqual({
      version: VERSION,
      node: process.versions.node,
      platform: process.platform,
      arch: process.arch,
    });
  });
});

describe("a wrong command line", () => {
  test.each([
    ["a command", ["runbok"], "E0101", "did you mean runbook?"],
    ["a verb", ["runbook", "validat"], "E0101", "did you mean validate?"],
    ["a flag", ["runbook", "validate", "--strct", "x"], "E0102", "did you mean --strict?"],
    ["a global flag", ["version", "--qiet"], "E0102", "did you mean --quiet?"],
    ["a help topic", ["help", "exit-code"], "E0101", "did you mean exit-codes?"],
    ["a command under help", ["help", "runbook", "sow"], "E0101", "did you mean show?"],
  ])("offers the right word for %s mistyped", (_what, words, code, next) => {
    const { stdout, stderr, status } = drover(words);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(`error ${code} `);
    expect(stderr).toContain(next);
  });

  test.each([
    ["an argument is missing", ["runbook", "validate"], "E0103"],
    ["a flag's value is missing", ["runbook", "validate", "x", "--members"], "E0103"],
    ["there are too many arguments", ["runbook", "schema", "extra"], "E0104"],
    ["a choice is unknown", ["runbook", "validate", "x", "-o", "xml"], "E0105"],
    ["a shell is unknown", ["completion", "tcsh"], "E0105"],
    ["flags contradict", ["runbook", "validate", "x", "-o", "tsv", "--json"], "E0106"],
    ["formats contradict", ["runbook", "validate", "x", "--format", "text", "--json"], "E0106"],
    ["nothing is near the help topic", ["help", "zzzzzz"], "E0101"],
  ])("exits with 2 and an empty stdout when %s", (_when, words, code) => {
    const { stdout, stderr, status } = drover(words);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(`error ${code} `);
    expect(stderr).toMatch(/^ {2}next: {2}\S/m);
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  test("shows a stack trace with --debug only", () => {
    expect(drover(["--debug", "runbok"]).stderr).toMatch(/^\s+at /m);
  });

  test("R57 (part): a word with escape codes is shown, not obeyed", () => {
    const { stderr } = drover([`${ESC}[2Jrun`]);
    expect(stderr).toContain("\\x1b[2Jrun");
    expect(stderr).not.toContain(ESC);
  });
});

describe("colour", () => {
  const isColoured = (flags: string[], env: Record<string, string>) =>
    drover([...flags, "runbok"], { env }).stderr.includes(ESC);

  test("is off in a pipe, on when forced, and off again with NO_COLOR", () => {
    expect(isColoured([], {})).toBe(false);
    expect(isColoured([], { FORCE_COLOR: "1" })).toBe(true);
    expect(isColoured([], { FORCE_COLOR: "1", NO_COLOR: "1" })).toBe(false);
    expect(isColoured(["--color", "never"], { FORCE_COLOR: "1" })).toBe(false);
    expect(isColoured(["--color", "always"], { NO_COLOR: "1", TERM: "dumb" })).toBe(true);
  });

  test("two contradicting wishes are settled without a word from Node", () => {
    for (const NO_COLOR of ["1", ""]) {
      const { status, stderr } = drover(["version"], { env: { NO_COLOR, FORCE_COLOR: "1" } });
      expect([status, stderr]).toEqual([0, ""]);
    }
    expect(isColoured([], { FORCE_COLOR: "1", NO_COLOR: "" })).toBe(true);
  });

  test("reaches help too", () => {
    expect(drover(["--color", "always", "--help"]).stdout).toContain(`${ESC}[1mUsage:`);
    expect(drover(["--help"], { env: { NO_COLOR: "1" } }).stdout).not.toContain(ESC);
  });
});

describe("the process", () => {
  test("a reader that goes away is no error", async () => {
    const child = spawn(process.execPath, [BIN, "runbook", "schema"]);
    // Closed before anything is written: every write meets a broken pipe.
    child.stdout.destroy();
    let errors = "";
    child.stderr.on("data", (chunk) => {
      errors += chunk;
    });
    const [status] = await once(child, "close");
    expect([status, errors]).toEqual([0, ""]);
  });

  const hasFullDevice = existsSync("/dev/full");
  (hasFullDevice ? test : test.skip)(
    "a full disk is an error in words (skipped where there is no /dev/full)",
    () => {
      const full = openSync("/dev/full", "w");
      const { status, stderr } = spawnSync(process.execPath, [BIN, "--help"], {
        stdio: ["ignore", full, "pipe"],
        encoding: "utf8",
      });
      closeSync(full);
      expect(status).toBe(1);
      expect(stderr).toMatch(/^error E0122 the output cannot be written\n {2}why: .*ENOSPC/);
      expect(stderr).not.toMatch(/^\s+at /m);
    },
  );

  test("help loads neither the runbook language nor YAML nor zod", () => {
    const script = `
      import { registerHooks } from "node:module";
      registerHooks({ load: (url, context, next) => {
        if (/runtime\\/(runbook|csv)\\/|node_modules\\/(yaml|zod|csv-parse)\\//.test(url))
          process.stderr.write("loaded " + url + "\\n");
        return next(url, context);
      } });
      process.argv = [process.argv[0], ${JSON.stringify(BIN)}, "runbook", "validate", "--help"];
      await import(${JSON.stringify(BIN)});`;
    const run = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
      encoding: "utf8",
    });
    expect(run.stderr).toBe("");
    expect(run.stdout).toContain("Usage: drover runbook validate");
  });
});
