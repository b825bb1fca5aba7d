import { execFile } from "node:child_process";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { type CodeArtifacts, notYetShipped, shippedIn } from "../../infra/bundle/artifact-shape.ts";
import { artifactsFor, waitsForSecret } from "../../infra/bundle/artifacts.ts";
import { bundleEntry } from "../../infra/bundle/bundle-entry.ts";
import { checkBaseImage, dockerfileOf } from "../../infra/bundle/dockerfile.ts";
import { makeArtifact, REPOSITORY_ROOT } from "../../infra/bundle/make-artifact.ts";
import { plannedArchive } from "../../infra/bundle/planned-archive.ts";
import { NOT_YET } from "../../infra/bundle/sources.ts";
import { COMPONENTS, type ComponentName } from "../../runtime/contract/blueprint/components.ts";

const run = promisify(execFile);

const BASE = `host.example/node/base@sha256:${"a".repeat(64)}`;
const OTHER_BASE = `host.example/node/base@sha256:${"b".repeat(64)}`;
const BOOTSTRAP = "runtime/hosts/bootstrap/main.ts";

const temporary: string[] = [];
afterAll(() => Promise.all(temporary.map((folder) => rm(folder, { recursive: true }))));

async function temporaryFolder(prefix: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  temporary.push(folder);
  return folder;
}

const PROJECT = {
  "entry.ts": `import { app } from "@azure/functions";
import { parse } from "yaml";
import { cron } from "./cron.ts";
import type { Unused } from "./types-only.ts";
const names: readonly Unused[] = [parse("tick")];
for (const name of names) app.timer(name, { schedule: cron, handler: async () => {} });
`,
  "cron.ts": `export const cron: string = "0 */5 * * * *";\n`,
  "types-only.ts": `export type Unused = string;\n`,
  "beside.ts": `export const beside = "nobody imports this";\n`,
};

/** A little repository somewhere, whose packages are those of this one. */
async function project(files: Readonly<Record<string, string>> = PROJECT): Promise<string> {
  const root = await temporaryFolder("drover-bundle-");
  await symlink(join(REPOSITORY_ROOT, "node_modules"), join(root, "node_modules"), "junction");
  for (const [name, text] of Object.entries(files)) await writeFile(join(root, name), text);
  return root;
}

const packageOf = (root: string) =>
  makeArtifact("scheduler", { root, entry: "entry.ts", baseImage: "" });

describe("the package of a function app", () => {
  test("is the same, byte for byte, wherever the repository lies", async () => {
    const [one, two] = await Promise.all([packageOf(await project()), packageOf(await project())]);
    expect(one.archive.equals(two.archive)).toBe(true);
    expect(one.hash).toBe(two.hash);
  });

  test("changes with what it imports and with nothing else", async () => {
    const { hash } = await packageOf(await project());
    const beside = { ...PROJECT, "beside.ts": "export const beside = 1;\n" };
    expect((await packageOf(await project(beside))).hash).toBe(hash);
    const types = { ...PROJECT, "types-only.ts": "export type Unused = string; // said\n" };
    expect((await packageOf(await project(types))).hash).toBe(hash);
    const cron = { ...PROJECT, "cron.ts": 'export const cron = "0 * * * * *";\n' };
    expect((await packageOf(await project(cron))).hash).not.toBe(hash);
  });

  test("needs nothing beside it and registers its functions", async () => {
    const folder = await temporaryFolder("drover-package-");
    await writeFile(join(folder, "main.mjs"), await bundleEntry(await project(), "entry.ts"));
    const { stderr } = await run(process.execPath, ["main.mjs"], { cwd: folder });
    // Outside the Functions host, its library says that it only pretends.
    expect(stderr).toContain('Skipping call to register function "tick"');
  });
});

describe("the image of the bootstrap", () => {
  let made: Awaited<ReturnType<typeof makeArtifact>>;
  let text: string;
  beforeAll(async () => {
    const options = { root: REPOSITORY_ROOT, entry: BOOTSTRAP, baseImage: BASE };
    made = await makeArtifact("database-bootstrap", options);
    text = Buffer.from(await bundleEntry(REPOSITORY_ROOT, BOOTSTRAP)).toString("utf8");
  });

  test("has all it needs in one module, and starts as far as its settings", async () => {
    const folder = await temporaryFolder("drover-image-");
    await writeFile(join(folder, "main.mjs"), text);
    const started = run(process.execPath, ["main.mjs"], { cwd: folder, env: {} });
    await expect(started).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining("missing settings: AZURE_CLIENT_ID"),
    });
  });

  test("holds nothing of the engine and no path of the machine that made it", () => {
    const ours = [...text.matchAll(/^\/\/ (runtime\/\S+)$/gm)].map(([, path]) => path);
    expect(ours).toContain(BOOTSTRAP);
    expect(ours).toContain("runtime/store/azure-sql/prepare-database.ts");
    expect(ours.filter((path) => /\/(?:engine|sqlite|bus|worker|cli)\//.test(path ?? ""))).toEqual(
      [],
    );
    expect(text).not.toContain(REPOSITORY_ROOT);
  });

  test("changes with the image it is built on", async () => {
    const options = { root: REPOSITORY_ROOT, entry: BOOTSTRAP, baseImage: OTHER_BASE };
    expect((await makeArtifact("database-bootstrap", options)).hash).not.toBe(made.hash);
  });

  test("is handed out for publishing only if it still is what was planned", async () => {
    const planned = { component: "database-bootstrap", hash: made.hash, baseImage: BASE };
    const again = await plannedArchive(planned);
    expect(again.ok && again.value.equals(made.archive)).toBe(true);
    const changed = await plannedArchive({ ...planned, hash: "0".repeat(64) });
    expect(changed).toMatchObject({ ok: false, error: expect.stringContaining("changed since") });
    const nothing = await plannedArchive({ ...planned, component: "scaled-container" });
    expect(nothing).toEqual({ ok: false, error: "scaled-container ships no code" });
  });
});

describe("what the estate ships", () => {
  let artifacts: CodeArtifacts;
  beforeAll(async () => {
    artifacts = await artifactsFor({ baseImage: BASE, secretsSet: [] });
  });

  test("names every component of the blueprint, shipped or with the reason why not", () => {
    expect([...artifacts.keys()].toSorted()).toEqual(Object.keys(COMPONENTS).toSorted());
    for (const artifact of artifacts.values()) {
      if (artifact.kind === "not-yet-shipped") expect(artifact.reason).toMatch(/^[A-Z].*\.$/);
      else if (artifact.kind !== "brought") expect(artifact.hash).toMatch(/^[0-9a-f]{64}$/);
    }
  });

  test("no component both ships and says why it does not", () => {
    const shipped = [...artifacts].filter(([, { kind }]) => kind !== "not-yet-shipped");
    expect(shipped.map(([name]) => name).filter((name) => name in NOT_YET)).toEqual([]);
  });

  test("who waits has a reason that says exactly what is missing", () => {
    const reasonOf = (component: ComponentName) => notYetShipped(artifacts).get(component);
    expect(reasonOf("orchestrator")).toMatch(/adapters of Service Bus and Azure SQL/);
    expect(reasonOf("agent")).toBe("Its code is not written yet.");
    expect(reasonOf("database-bootstrap")).toBeUndefined();
    expect(shippedIn(artifacts)).toEqual(new Set(["database-bootstrap"]));
  });

  test("what Azure fetches a secret for waits until a person has set it", () => {
    expect(waitsForSecret("agent", [])).toMatch(/anthropic-api-key.*secretsSet in the stack's/);
    expect(waitsForSecret("agent", ["worker-certificate"])).not.toBeNull();
    expect(waitsForSecret("agent", ["anthropic-api-key"])).toBeNull();
    expect(waitsForSecret("worker", [])).toBeNull();
  });

  test("H-105 (part): an image is tagged by its content, never as the latest", () => {
    const bootstrap = artifacts.get("database-bootstrap");
    if (bootstrap?.kind !== "image") throw new Error("the bootstrap has no image");
    expect(bootstrap.tag).toBe(`c-${bootstrap.hash.slice(0, 16)}`);
    expect(bootstrap.repository).toBe("drover-bootstrap");
  });

  test("is the same when it is asked again", async () => {
    expect(await artifactsFor({ baseImage: BASE, secretsSet: [] })).toEqual(artifacts);
  });
});

describe("the Dockerfile", () => {
  test.each([
    "host.example/node",
    "host.example/node:24",
    "node@sha256:12",
    `@sha256:${"a".repeat(64)}`,
  ])("a base named %p is refused: it may mean another image tomorrow", (image) => {
    expect(checkBaseImage(image)).toMatchObject({ ok: false });
  });

  test("is pinned, installs nothing and runs as nobody", () => {
    const text = dockerfileOf(BASE);
    expect(text.split("\n")[0]).toBe(`FROM ${BASE}`);
    expect(text).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m);
    expect(text).not.toMatch(/^(?:RUN|ADD|ARG)\b/m);
    expect(text).not.toContain("latest");
  });
});
