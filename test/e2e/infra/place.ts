/** A place for one story: a copy of the project, a home with the stand-in providers, a folder for
 *  Pulumi's state and one for the stand-ins' cloud. */
import { cp, mkdir, mkdtemp, readFile, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { installStandIns, standInFolder } from "../../infra/provider/install.ts";

export type Place = {
  readonly root: string;
  readonly home: string;
  readonly state: string;
  readonly cloud: string;
};

const PROJECT = path.resolve(import.meta.dirname, "../../..");

/** What the program, the pack and the preview are made of. */
const COPIED = [
  "infra",
  "policies",
  "runtime",
  "schemas",
  "runbooks",
  "test/infra/programs",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  "Pulumi.yaml",
  "Pulumi.dev.yaml",
  "Pulumi.prod.yaml",
] as const;

/** Our own provider would publish code to Azure; its stand-in is named in its place. */
async function standInForOurs(place: Place): Promise<void> {
  const file = path.join(place.root, "Pulumi.yaml");
  const content = await readFile(file, "utf8");
  const own = standInFolder(place.home, "drover");
  await writeFile(file, content.replace(/path: \S*infra\/deploy\/plugin\S*/, `path: ${own}`));
}

/** The caller removes the folder that all of it is in. */
export async function makePlace(): Promise<Place> {
  const folder = await mkdtemp(path.join(tmpdir(), "drover-estate-"));
  const place = {
    root: path.join(folder, "project"),
    home: path.join(folder, "home"),
    state: path.join(folder, "state"),
    cloud: path.join(folder, "cloud"),
  };
  for (const made of Object.values(place)) await mkdir(made);
  for (const name of COPIED)
    await cp(path.join(PROJECT, name), path.join(place.root, name), { recursive: true });
  await symlink(path.join(PROJECT, "node_modules"), path.join(place.root, "node_modules"));
  await installStandIns(place.home, place.cloud);
  await standInForOurs(place);
  return place;
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
