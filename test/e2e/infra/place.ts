/** A place for one story: a copy of the project, a home with the stand-in providers, a folder for
 *  Pulumi's state, one for the stand-ins' cloud, and a server that takes code as Azure does. */
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { entryOf } from "../../../infra/bundle/sources.ts";
import { COMPONENTS, type ComponentName } from "../../../runtime/contract/blueprint/components.ts";
import { type AzureStandIn, startAzure } from "../../infra/deploy-azure.ts";
import { installStandIns } from "../../infra/provider/install.ts";

export type Place = {
  readonly root: string;
  readonly home: string;
  readonly state: string;
  readonly cloud: string;
  readonly azure: AzureStandIn;
};

const PROJECT = path.resolve(import.meta.dirname, "../../..");

/** What the program, the pack and the preview are made of. */
const COPIED = [
  "infra",
  "policies",
  "runtime",
  "schemas",
  "runbooks",
  "test/infra/deploy-azure.ts",
  "test/infra/deploy-plugin",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  "Pulumi.yaml",
  "Pulumi.dev.yaml",
  "Pulumi.prod.yaml",
] as const;

const STACK_FILES = COPIED.filter((name) => /^Pulumi\..+\.yaml$/.test(name));

/** Values as a user would put them in place of the examples, which an update refuses. */
async function fillIn(file: string): Promise<void> {
  const content = await readFile(file, "utf8");
  const filled = content
    .replaceAll(/(\d)\1{7}(-\1{4}-4\1{3}-8\1{3}-\1{12})/g, "$1abcdef0$2")
    .replaceAll(
      /@sha256:(\d\d)\1{31}/g,
      (_text, two: string) => `@sha256:${two.padEnd(64, "0a1b")}`,
    )
    .replaceAll("@example.com", "@drover.test")
    .replaceAll("2000-01-01", "2026-11-01")
    .replaceAll("203.0.113.", "20.50.113.")
    .replaceAll(/^( +\S.*)contoso/gm, "$1wingtip");
  await writeFile(file, filled);
}

export async function makePlace(): Promise<Place> {
  const folder = await mkdtemp(path.join(tmpdir(), "drover-estate-"));
  const folders = {
    root: path.join(folder, "project"),
    home: path.join(folder, "home"),
    state: path.join(folder, "state"),
    cloud: path.join(folder, "cloud"),
  };
  for (const made of Object.values(folders)) await mkdir(made);
  for (const name of COPIED)
    await cp(path.join(PROJECT, name), path.join(folders.root, name), { recursive: true });
  for (const name of STACK_FILES) await fillIn(path.join(folders.root, name));
  await symlink(path.join(PROJECT, "node_modules"), path.join(folders.root, "node_modules"));
  await installStandIns(folders.home, folders.cloud);
  return { ...folders, azure: await startAzure() };
}

/** Our own provider runs as it is, but for whom it publishes to and as whom. */
export const publishHere = (place: Place): Promise<void> =>
  edit(place, "Pulumi.yaml", "path: infra/deploy/plugin", "path: test/infra/deploy-plugin");

/** An entry for every component that has none, as its code will have one. */
export async function writeCode({ root }: Place): Promise<void> {
  const entries = new Set(
    Object.keys(COMPONENTS)
      .filter((name): name is ComponentName => Object.hasOwn(COMPONENTS, name))
      .flatMap((component) => entryOf(component) ?? []),
  );
  const missing = [...entries].filter((entry) => !existsSync(path.join(root, entry)));
  for (const entry of missing) await writeFile(path.join(root, entry), "export {};\n");
}

export async function leavePlace({ root, azure }: Place): Promise<void> {
  await azure.stop();
  await rm(path.dirname(root), { recursive: true, force: true });
}

/** Changes a file of the copy; a text that is not there is a mistake of the test. */
export async function edit(
  place: Place,
  name: string,
  before: string | RegExp,
  after: string,
): Promise<void> {
  const file = path.join(place.root, name);
  const content = await readFile(file, "utf8");
  const changed = content.replace(before, after);
  if (changed === content) throw new Error(`${name} does not hold ${before}`);
  await writeFile(file, changed);
}
