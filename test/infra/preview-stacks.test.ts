/** The command on a copy of the repository with its own history: what one changed value of prod
 *  comes to, and an environment that nobody has seen before. */
import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { z } from "zod";

const run = promisify(execFile);
const ROOT = path.resolve(import.meta.dirname, "../..");
const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;
const AUTHOR = ["-c", "user.name=Test", "-c", "user.email=test@example.invalid"];
/** What the program, the pack and the preview are made of. */
const COPIED = ["infra", "policies", "runtime", "package.json", "Pulumi.yaml", "Pulumi.prod.yaml"];

const Facts = z.array(z.record(z.string(), z.json()));
type Facts = z.infer<typeof Facts>;

let root: string;
const git = (...words: readonly string[]) => run("git", ["-C", root, ...AUTHOR, ...words]);

/** Fails where the command does not end with 0. */
async function preview(...words: readonly string[]): Promise<Facts> {
  const command = path.join(root, "infra/preview/preview.ts");
  const { stdout } = await run(process.execPath, [command, ...words, "--json"], {
    maxBuffer: OUTPUT_BYTES_MAX,
  });
  const lines = stdout.trimEnd().split("\n");
  return Facts.parse(lines.map((line): unknown => JSON.parse(line)));
}

const called = (facts: Facts, kind: string) => facts.flatMap((fact) => fact[kind] ?? []);

async function rewrite(from: string, to: string, before: RegExp, after: string): Promise<void> {
  const text = await readFile(path.join(root, from), "utf8");
  expect(text).toMatch(before);
  await writeFile(path.join(root, to), text.replace(before, after));
}

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "drover-stacks-"));
  for (const name of COPIED)
    await cp(path.join(ROOT, name), path.join(root, name), { recursive: true });
  await git("init", "--quiet", "--initial-branch=main");
  await git("add", "--all");
  await git("commit", "--quiet", "--message=as it is");
  await symlink(path.join(ROOT, "node_modules"), path.join(root, "node_modules"), "junction");
});

afterAll(() => rm(root, { recursive: true, force: true }));

test("one changed value of prod shows as exactly that against the commit before", async () => {
  await rewrite("Pulumi.prod.yaml", "Pulumi.prod.yaml", /monthly: 9000/, "monthly: 9500");
  await git("commit", "--quiet", "--all", "--message=a larger budget");
  const facts = await preview("--stack", "prod", "--against", "HEAD~1");
  expect(called(facts, "change")).toEqual([
    expect.objectContaining({
      kind: "update",
      type: "azure-native:consumption:Budget",
      properties: [{ path: "amount", before: "9000", after: "9500" }],
    }),
  ]);
  for (const kind of ["gained", "lost", "costChange", "refusal"])
    expect(called(facts, kind)).toEqual([]);
  expect(facts.at(-1)).toMatchObject({ stack: "prod", mandatory: 0 });
});

test("a new environment is one file: planned and judged by every rule of the pack", async () => {
  await rewrite("Pulumi.prod.yaml", "Pulumi.trial.yaml", /environment: prod/, "environment: trial");
  const facts = await preview("--stack", "trial");
  expect(facts.at(-1)).toMatchObject({
    stack: "trial",
    disabled: 0,
    mandatory: 0,
    exemptions: [],
    rights: { excess: 0, missing: 0 },
    unreachable: 0,
  });
});
