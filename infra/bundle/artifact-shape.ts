/** What a component ships, as a plan knows it: never the code itself, only its hash. Pure. */
import type { ComponentName } from "../../runtime/contract/blueprint/components.ts";

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

/** Nothing of ours: whoever uses it brings an image. It is there when what starts it is. */
type BroughtArtifact = { readonly kind: "brought" };

type NotYetShipped = { readonly kind: "not-yet-shipped"; readonly reason: string };

export type Artifact = PackageArtifact | ImageArtifact | BroughtArtifact | NotYetShipped;

export type CodeArtifacts = ReadonlyMap<ComponentName, Artifact>;

/** The components that run in the estate, and with them all that belongs to them alone. */
export const shippedIn = (artifacts: CodeArtifacts): ReadonlySet<ComponentName> =>
  new Set(
    [...artifacts].flatMap(([component, { kind }]) =>
      kind === "not-yet-shipped" ? [] : [component],
    ),
  );

/** Every component without code, with the reason. */
export const notYetShipped = (artifacts: CodeArtifacts): ReadonlyMap<ComponentName, string> =>
  new Map(
    [...artifacts].flatMap(([component, artifact]) =>
      artifact.kind === "not-yet-shipped" ? [[component, artifact.reason] as const] : [],
    ),
  );
