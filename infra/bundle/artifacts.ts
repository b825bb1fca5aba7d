/** What of our code the estate ships: for each component its package or its image, with a hash of
 *  the content, or the reason why there is nothing to ship yet. The program asks while planning;
 *  the deployment step asks again and publishes only what has the hash that was planned.
 *  A1. Equal sources give equal bytes and equal hashes, on any machine.
 *  A2. A component whose entry does not exist is never shipped, and always says why. */
import { existsSync } from "node:fs";
import path from "node:path";
import { COMPONENTS, type ComponentName } from "../../runtime/contract/blueprint/components.ts";
import { makeArtifact, REPOSITORY_ROOT } from "./make-artifact.ts";
import { entryOf, NOT_YET } from "./sources.ts";

/** The code of a function app: a zip that one-deploy takes as it is. */
export type PackageArtifact = {
  readonly kind: "package";
  readonly component: ComponentName;
  /** SHA-256 of the content, in lower-case hex. */
  readonly hash: string;
};

/** What the registry builds an image from. */
export type ImageArtifact = {
  readonly kind: "image";
  readonly component: ComponentName;
  readonly hash: string;
  readonly repository: string;
  /** Follows from the hash; never `latest`. */
  readonly tag: string;
  /** Where the Dockerfile lies in the context. */
  readonly dockerfile: string;
};

export type NotYetShipped = { readonly kind: "not-yet-shipped"; readonly reason: string };

export type Artifact = PackageArtifact | ImageArtifact | NotYetShipped;

export type CodeArtifacts = ReadonlyMap<ComponentName, Artifact>;

export type ArtifactOptions = {
  /** What every image of ours is built on, pinned by digest: `host/name@sha256:…`. */
  readonly baseImage: string;
};

const TAG_CHARS = 16;

const isComponentName = (name: string): name is ComponentName => Object.hasOwn(COMPONENTS, name);

async function artifactOf(component: ComponentName, baseImage: string): Promise<Artifact> {
  const entry = entryOf(component);
  if (entry === null || !existsSync(path.join(REPOSITORY_ROOT, entry))) {
    const reason = NOT_YET[component];
    if (reason === undefined) throw new Error(`${component} has neither code nor a reason`);
    return { kind: "not-yet-shipped", reason };
  }
  const declared = COMPONENTS[component];
  const options = { root: REPOSITORY_ROOT, entry, baseImage };
  const { hash } = await makeArtifact(component, options);
  if (!("image" in declared)) return { kind: "package", component, hash };
  const tag = `c-${hash.slice(0, TAG_CHARS)}`;
  return { kind: "image", component, hash, tag, ...declared.image };
}

export async function artifactsFor({ baseImage }: ArtifactOptions): Promise<CodeArtifacts> {
  const components = Object.keys(COMPONENTS).filter(isComponentName);
  const made = components.map(
    async (component) => [component, await artifactOf(component, baseImage)] as const,
  );
  return new Map(await Promise.all(made));
}
