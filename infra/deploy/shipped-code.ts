/** Code as resources of the plan. Their trigger is the hash of what they ship, so a preview shows
 *  that code changed exactly when it did, and `pulumi up` publishes exactly then. Our own provider
 *  (infra/deploy/plugin) carries them out: it makes the code again and refuses what has another
 *  hash than was planned.
 *  S1. Nothing of the machine that plans is in an input: two people plan the same. */
import * as pulumi from "@pulumi/pulumi";
import type { ImageArtifact, PackageArtifact } from "../bundle/artifact-shape.ts";

export type PublishedPackageArgs = {
  readonly artifact: PackageArtifact;
  /** The whole ARM id of the function app. */
  readonly siteId: pulumi.Input<string>;
  /** `name.scm.azurewebsites.net`: where the app takes its code. */
  readonly scmHost: pulumi.Input<string>;
};

/** The code of a function app, published to it. Depends on the app, its rights and, in a private
 *  estate, the endpoint of its site: pass them as `dependsOn`. */
export class PublishedPackage extends pulumi.CustomResource {
  constructor(name: string, args: PublishedPackageArgs, opts?: pulumi.CustomResourceOptions) {
    const { artifact, siteId, scmHost } = args;
    const { component, hash } = artifact;
    super("drover-code:index:Package", name, { component, hash, siteId, scmHost }, opts);
  }
}

export type BuiltImageArgs = {
  readonly artifact: ImageArtifact;
  /** The whole ARM id of the registry. */
  readonly registryId: pulumi.Input<string>;
  readonly loginServer: pulumi.Input<string>;
  readonly baseImage: string;
  /** Builds inside the network, where the registry is closed to everybody else. */
  readonly agentPoolName?: pulumi.Input<string>;
};

/** An image, built in the registry from an uploaded context. */
export class BuiltImage extends pulumi.CustomResource {
  /** `host/repository@sha256:…`; unknown until it is built. */
  declare readonly reference: pulumi.Output<string>;

  constructor(name: string, args: BuiltImageArgs, opts?: pulumi.CustomResourceOptions) {
    const { artifact, registryId, loginServer, baseImage, agentPoolName } = args;
    const { kind: _, ...content } = artifact;
    const place = { registryId, loginServer, baseImage, agentPoolName };
    super("drover-code:index:Image", name, { ...content, ...place, reference: undefined }, opts);
  }
}

export type JobRunArgs = {
  /** The whole ARM id of a Container Apps job that is started by hand. */
  readonly jobId: pulumi.Input<string>;
  /** Runs again whenever one of these changes: the image, the users, whatever the job reads. */
  readonly triggers: Readonly<Record<string, pulumi.Input<string>>>;
};

/** One run of a job to its end: an update that fails here has not prepared what it should. */
export class JobRun extends pulumi.CustomResource {
  constructor(name: string, args: JobRunArgs, opts?: pulumi.CustomResourceOptions) {
    super("drover-code:index:JobRun", name, { jobId: args.jobId, triggers: args.triggers }, opts);
  }
}
