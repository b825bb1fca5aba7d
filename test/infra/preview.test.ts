/** The command as people run it, on the real program and the real pack, in a copy with its own
 *  history, where one setting was changed for the worse. */
import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { z } from "zod";

const run = promisify(execFile);
const ROOT = path.resolve(import.meta.dirname, "../..");
const RUN_MS_MAX = 600_000;
const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;
const AUTHOR = ["-c", "user.name=Test", "-c", "user.email=test@example.invalid"];
const LEFT_OUT = new Set([".git", "node_modules", ".drover", "coverage"]);

type Outcome = { readonly code: number; readonly lines: readonly string[]; readonly said: string };

const Failure = z.object({ code: z.number(), stdout: z.string(), stderr: z.string() });

const outcome = (code: number, stdout: string, said: string): Outcome => ({
  code,
  lines: stdout.trimEnd().split("\n"),
  said,
});

async function preview(root: string, ...args: readonly string[]): Promise<Outcome> {
  const command = path.join(root, "infra/preview/preview.ts");
  try {
    const { stdout, stderr } = await run(process.execPath, [command, ...args], {
      maxBuffer: OUTPUT_BYTES_MAX,
    });
    return outcome(0, stdout, stderr);
  } catch (error) {
    const { code, stdout, stderr } = Failure.parse(error);
    return outcome(code, stdout, stderr);
  }
}

const factsOf = ({ lines }: Outcome, kind: string): readonly unknown[] =>
  lines.map((line) => JSON.parse(line)).flatMap((fact) => fact[kind] ?? []);

describe("dev after one setting was changed for the worse", () => {
  let root: string;
  let dev: Outcome;
  const git = (...args: readonly string[]) => run("git", ["-C", root, ...AUTHOR, ...args]);

  beforeAll(async () => {
    root = await mkdtemp(path.join(tmpdir(), "drover-against-"));
    await cp(ROOT, root, {
      recursive: true,
      filter: (from) => !LEFT_OUT.has(path.basename(from)),
    });
    await git("init", "--quiet", "--initial-branch=main");
    await git("add", "--all");
    await git("commit", "--quiet", "--message=as it is");
    const file = path.join(root, "infra/messaging/namespace-settings.ts");
    const text = await readFile(file, "utf8");
    await writeFile(file, text.replace("disableLocalAuth: true", "disableLocalAuth: false"));
    await git("commit", "--quiet", "--all", "--message=one setting");
    await symlink(path.join(ROOT, "node_modules"), path.join(root, "node_modules"), "junction");
    dev = await preview(root, "--stack", "dev", "--against", "HEAD~1", "--json");
  }, RUN_MS_MAX);

  afterAll(() => rm(root, { recursive: true, force: true }));

  test("the comparison shows exactly that setting", () => {
    expect(factsOf(dev, "against")).toEqual([{ ref: "HEAD~1", note: null }]);
    expect(factsOf(dev, "change")).toEqual([
      expect.objectContaining({
        kind: "update",
        type: "azure-native:servicebus:Namespace",
        properties: [{ path: "disableLocalAuth", before: "true", after: "false" }],
      }),
    ]);
    for (const kind of ["gained", "lost", "costChange"]) expect(factsOf(dev, kind)).toEqual([]);
  });

  test("policy refuses it by name, and the command ends with 6", () => {
    expect(dev.code).toBe(6);
    expect(factsOf(dev, "finding")).toContainEqual(
      expect.objectContaining({ outcome: "violation", policy: "service-bus-local-auth-off" }),
    );
    expect(JSON.parse(dev.lines.at(-1) ?? "")).toMatchObject({ stack: "dev", mandatory: 1 });
  });

  test("an exemption of dev carries its reason", () => {
    const { exemptions } = JSON.parse(dev.lines.at(-1) ?? "");
    for (const { reason } of exemptions) expect(reason).toMatch(/\w+ \w+/);
  });
});
