/** What of our code the estate ships: for each component its package or its image, with a hash of
 *  the content, or the reason why there is nothing to ship yet. The program asks while planning;
 *  the deployment step asks again and publishes only what has the hash that was planned.
 *  A1. Equal sources give equal bytes and equal hashes, on any machine.
 *  A2. A component whose entry does not exist is never shipped, and always says why. */
import type { ComponentName } from "../../runtime/contract/blueprint/components.ts";

/** The code of a function app: a zip that one-deploy takes as it is. */
export type PackageArtifact = {
  readonly kind: "package";
  readonly component: ComponentName;
  /** SHA-256 of the content, in lower-case hex. */
  readonly hash: string;
  readonly bytes: number;
};

/** What the registry builds an image from. Components may share an image: same repository, same
 *  hash. */
export type ImageArtifact = {
  readonly kind: "image";
  readonly component: ComponentName;
  readonly hash: string;
  readonly bytes: number;
  readonly repository: string;
  /** Follows from the hash; never `latest`. */
  readonly tag: string;
};

export type NotYetShipped = { readonly kind: "not-yet-shipped"; readonly reason: string };

export type CodeArtifacts = ReadonlyMap<
  ComponentName,
  PackageArtifact | ImageArtifact | NotYetShipped
>;

export type ArtifactOptions = {
  /** What every image of ours is built on, pinned by digest: `host/name@sha256:…`. */
  readonly baseImage: string;
};

export async function artifactsFor(_options: ArtifactOptions): Promise<CodeArtifacts> {
  throw new Error("not built yet");
}
