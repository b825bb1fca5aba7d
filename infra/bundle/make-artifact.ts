/** The files that one component ships, as an archive: a zip for a function app, the context of an
 *  image for everything else. */
import path from "node:path";
import { fileURLToPath } from "node:url";
import { COMPONENTS, type ComponentName } from "../../runtime/contract/blueprint/components.ts";
import { bundleEntry, MAIN_FILE } from "./bundle-entry.ts";
import { checkBaseImage, dockerfileOf } from "./dockerfile.ts";
import { contentHash, type FileEntry } from "./file-entry.ts";
import { HOST_JSON } from "./host-json.ts";
import { tarGzOf } from "./tar-gz.ts";
import { zipOf } from "./zip.ts";

export type MadeArtifact = { readonly hash: string; readonly archive: Buffer };

export type MakeOptions = {
  readonly root: string;
  readonly entry: string;
  readonly baseImage: string;
};

export const REPOSITORY_ROOT = path.resolve(fileURLToPath(import.meta.url), "../../..");

const json = (name: string, value: unknown): FileEntry => ({
  path: name,
  bytes: Buffer.from(`${JSON.stringify(value, null, 2)}\n`),
});

export async function makeArtifact(
  component: ComponentName,
  { root, entry, baseImage }: MakeOptions,
): Promise<MadeArtifact> {
  const declared = COMPONENTS[component];
  // Components that share an image must come to the same content.
  const name = "image" in declared ? declared.image.repository : `drover-${component}`;
  const code = [
    { path: MAIN_FILE, bytes: await bundleEntry(root, entry) },
    json("package.json", { name, type: "module", main: MAIN_FILE }),
  ];
  if (declared.kind === "function-app") {
    const files = [...code, json("host.json", HOST_JSON)];
    return { hash: contentHash(files), archive: zipOf(files) };
  }
  if (declared.kind === "container-group") throw new Error(`${component} has no image of ours`);
  const base = checkBaseImage(baseImage);
  if (!base.ok) throw new Error(base.error);
  const dockerfile = Buffer.from(dockerfileOf(base.value));
  const files = [...code, { path: declared.image.dockerfile, bytes: dockerfile }];
  return { hash: contentHash(files), archive: tarGzOf(files) };
}
