/** What of our code the estate ships: for each component its package or its image, with a hash of
 *  the content, or the reason why there is nothing to ship yet. The program asks while planning;
 *  the deployment step asks again and publishes only what has the hash that was planned.
 *  A1. Equal sources give equal bytes and equal hashes, on any machine.
 *  A2. A component whose entry does not exist is never shipped, and always says why.
 *  A3. Nothing is shipped for which Azure would have to fetch a secret that nobody has set. */
import { existsSync } from "node:fs";
import path from "node:path";
import { COMPONENTS, type ComponentName } from "../../runtime/contract/blueprint/components.ts";
import type { SecretName } from "../../runtime/contract/blueprint/secrets.ts";
import type { Artifact, CodeArtifacts } from "./artifact-shape.ts";
import { makeArtifact, REPOSITORY_ROOT } from "./make-artifact.ts";
import { entryOf, FETCHED_SECRETS, NOT_YET, STARTED_BY } from "./sources.ts";

export type ArtifactOptions = {
  /** What every image of ours is built on, pinned by digest: `host/name@sha256:…`. */
  readonly baseImage: string;
  /** Secrets of the vault that a person has set. */
  readonly secretsSet: readonly SecretName[];
};

const TAG_CHARS = 16;

const isComponentName = (name: string): name is ComponentName => Object.hasOwn(COMPONENTS, name);

const hasEntry = (component: ComponentName): boolean => {
  const entry = entryOf(component);
  return entry !== null && existsSync(path.join(REPOSITORY_ROOT, entry));
};

function withoutCode(component: ComponentName): Artifact {
  const starter = STARTED_BY[component];
  if (starter !== undefined && hasEntry(starter)) return { kind: "brought" };
  const reason = NOT_YET[component];
  if (reason === undefined) throw new Error(`${component} has neither code nor a reason`);
  return { kind: "not-yet-shipped", reason };
}

/** Why a component waits that has code; null when it does not. */
export function waitsForSecret(
  component: ComponentName,
  secretsSet: readonly SecretName[],
): string | null {
  const unset = (FETCHED_SECRETS[component] ?? []).filter((name) => !secretsSet.includes(name));
  return unset.length === 0
    ? null
    : `Azure fetches ${unset.join(", ")} for it, which nobody has set yet: set it in the ` +
        "platform's vault, then list it under secretsSet in the stack's file.";
}

async function artifactOf(component: ComponentName, options: ArtifactOptions): Promise<Artifact> {
  const { baseImage, secretsSet } = options;
  const entry = entryOf(component);
  if (entry === null || !hasEntry(component)) return withoutCode(component);
  const reason = waitsForSecret(component, secretsSet);
  if (reason !== null) return { kind: "not-yet-shipped", reason };
  const declared = COMPONENTS[component];
  const { hash } = await makeArtifact(component, { root: REPOSITORY_ROOT, entry, baseImage });
  if (!("image" in declared)) return { kind: "package", component, hash };
  const tag = `c-${hash.slice(0, TAG_CHARS)}`;
  return { kind: "image", component, hash, tag, ...declared.image };
}

export async function artifactsFor(options: ArtifactOptions): Promise<CodeArtifacts> {
  const components = Object.keys(COMPONENTS).filter(isComponentName);
  const made = components.map(
    async (component) => [component, await artifactOf(component, options)] as const,
  );
  return new Map(await Promise.all(made));
}
