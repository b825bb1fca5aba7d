/** The command on a copy of the repository with its own history: what one changed value of prod
 *  comes to, and an environment that nobody has seen before. */
import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { z } from "zod";

const run = promisify(execFile);
const ROOT = path.resolve(import.meta.dirname, "../..");
const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;
const AUTHOR = ["-c", "user.name=Test", "-c", "user.email=test@example.invalid"];
/** What the program, the pack and the preview are made of. */
const COPIED = [
  "infra",
  "policies",
  "runtime",
  "package.json",
  "Pulumi.yaml",
  "Pulumi.dev.yaml",
  "Pulumi.prod.yaml",
];

/** Callers that are no component, and sources of members, which no resource of ours is. */
const WAYS = [
  ["deployment", "images"],
  ["image builds", "registry"],
  ["image builds", "the Internet"],
  ["image builds", "logs of builds"],
  ["scheduler", "members in Azure SQL"],
  ["scheduler", "members in Dataverse"],
  ["admin-api", "members in Databricks"],
] as const;

const Facts = z.array(z.record(z.string(), z.json()));
type Facts = z.infer<typeof Facts>;

let root: string;
const git = (...words: readonly string[]) => run("git", ["-C", root, ...AUTHOR, ...words]);

type Outcome = { readonly facts: Facts; readonly lines: readonly string[]; readonly said: string };

/** Fails where the command does not end with 0. */
async function preview(...words: readonly string[]): Promise<Outcome> {
  const command = path.join(root, "infra/preview/preview.ts");
  const { stdout, stderr } = await run(process.execPath, [command, ...words, "--json"], {
    maxBuffer: OUTPUT_BYTES_MAX,
  });
  const lines = stdout.trimEnd().split("\n");
  const facts = Facts.parse(lines.map((line): unknown => JSON.parse(line)));
  return { facts, lines, said: stderr };
}

const called = ({ facts }: Outcome, kind: string) => facts.flatMap((fact) => fact[kind] ?? []);

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

describe("prod with a larger budget than in the commit before", () => {
  let prod: Outcome;

  beforeAll(async () => {
    await rewrite("Pulumi.prod.yaml", "Pulumi.prod.yaml", /monthly: 9000/, "monthly: 9500");
    await git("commit", "--quiet", "--all", "--message=a larger budget");
    prod = await preview("--stack", "prod", "--against", "HEAD~1");
  });

  test("shows exactly that, and no other right or cost", () => {
    expect(called(prod, "change")).toEqual([
      expect.objectContaining({
        kind: "update",
        type: "azure-native:consumption:Budget",
        properties: [{ path: "amount", before: "9000", after: "9500" }],
      }),
    ]);
    for (const kind of ["gained", "lost", "costChange"]) expect(called(prod, kind)).toEqual([]);
  });

  test("is in order: no violation, no exemption, no rule off, nothing out of reach", () => {
    expect(called(prod, "refusal")).toEqual([]);
    const summary = prod.facts.at(-1) ?? {};
    expect(Object.keys(summary)).toEqual([
      "stack",
      "resources",
      "rules",
      "disabled",
      "advisory",
      "mandatory",
      "undecided",
      "exemptions",
      "rights",
      "privateEndpoints",
      "unreachable",
      "seconds",
    ]);
    expect(summary).toMatchObject({
      stack: "prod",
      disabled: 0,
      mandatory: 0,
      exemptions: [],
      rights: { excess: 0, missing: 0 },
      unreachable: 0,
    });
  });

  test("X-33 (part): every component, deployments and people have a way to what they need", () => {
    const rows = called(prod, "reach");
    expect(rows).toContainEqual(
      expect.objectContaining({
        from: "orchestrator",
        to: "SQL database",
        how: expect.stringMatching(/^private endpoint .*privatelink\.database\.windows\.net$/),
      }),
    );
    for (const [from, to] of WAYS)
      expect(rows).toContainEqual(expect.objectContaining({ from, to, state: "reachable" }));
    expect(rows).not.toContainEqual(expect.objectContaining({ state: "unreachable" }));
  });

  test("every type that is planned has been weighed", () => {
    expect(called(prod, "cost")).toEqual([expect.objectContaining({ unweighed: [] })]);
  });

  test("what is being done is told on stderr, and only JSON on stdout", () => {
    expect(prod.said).toMatch(
      /^preview: planning prod here and at HEAD~1\npreview: judging \d+ resources\n/,
    );
    for (const line of prod.lines) expect(line).toMatch(/^\{.*\}$/);
  });
});

const IN_ORDER = { mandatory: 0, rights: { excess: 0, missing: 0 }, unreachable: 0 };

describe("a new environment is one file", () => {
  test("a private one is judged by every rule of the pack", async () => {
    const to = "Pulumi.trial.yaml";
    await rewrite("Pulumi.prod.yaml", to, /environment: prod/, "environment: trial");
    const { facts } = await preview("--stack", "trial");
    expect(facts.at(-1)).toMatchObject({
      stack: "trial",
      disabled: 0,
      exemptions: [],
      ...IN_ORDER,
    });
  });

  test("a public one has the levels of its network, size and protection by itself", async () => {
    await rewrite("Pulumi.dev.yaml", "Pulumi.open.yaml", /environment: dev/, "environment: open");
    const { facts } = await preview("--stack", "open");
    expect(facts.at(-1)).toMatchObject({
      stack: "open",
      exemptions: [{ rule: "sql-firewall-closed", resource: "database-from-azure" }],
      ...IN_ORDER,
    });
    expect(facts.at(-1)).not.toMatchObject({ disabled: 0 });
  });

  test("one between the two is judged by what it is: public, of full size, protected", async () => {
    const to = "Pulumi.between.yaml";
    await rewrite("Pulumi.dev.yaml", to, /size: dev/, "size: prod");
    await rewrite(to, to, /protect: false/, "protect: true");
    await rewrite(to, to, /scaled-request:1\.0\.0/, `scaled-request@sha256:${"ab".repeat(32)}`);
    const { facts } = await preview("--stack", "between");
    expect(facts.at(-1)).toMatchObject({ stack: "between", ...IN_ORDER });
  });
});
