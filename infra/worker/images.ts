/** The images that the estate runs, each built once in its registry, whoever runs it. Components
 *  without code have none. */
import * as pulumi from "@pulumi/pulumi";
import type { ComponentName } from "../../runtime/contract/blueprint/components.ts";
import type { CodeArtifacts, ImageArtifact } from "../bundle/artifact-shape.ts";
import { BuiltImage } from "../deploy/shipped-code.ts";
import type { Estate } from "../estate.ts";

export type ImagesArgs = {
  readonly estate: Estate;
  readonly artifacts: CodeArtifacts;
  /** What every image of ours is built on, by digest. */
  readonly baseImage: string;
  /** Where a registry that is closed builds: inside the network. */
  readonly agentPoolName: string | null;
  /** The registry and, in a private estate, the doors through which a build reaches it. */
  readonly after: readonly pulumi.Resource[];
};

/** By digest, and so unknown until it is built. */
export type ImageReferences = ReadonlyMap<ComponentName, pulumi.Output<string>>;

export class Images extends pulumi.ComponentResource {
  readonly references: ImageReferences;

  constructor(name: string, args: ImagesArgs, opts?: pulumi.ComponentResourceOptions) {
    super("drover:worker:Images", name, {}, opts);
    const { estate, artifacts, baseImage, agentPoolName, after } = args;
    const wanted = [...artifacts.values()].filter((artifact) => artifact.kind === "image");
    const registryId = estate.idOf(`Microsoft.ContainerRegistry/registries/${estate.registryName}`);
    const build = (artifact: ImageArtifact): BuiltImage =>
      new BuiltImage(
        `${name}-${artifact.repository}`,
        {
          artifact,
          registryId,
          loginServer: estate.hosts.registry,
          baseImage,
          ...(agentPoolName === null ? {} : { agentPoolName }),
        },
        { parent: this, dependsOn: [...after] },
      );
    const first = new Map(wanted.map((artifact) => [artifact.repository, artifact]));
    const built = new Map(
      [...first].map(([repository, artifact]) => [repository, build(artifact)]),
    );
    this.references = new Map(
      wanted.flatMap(({ component, repository }) => {
        const image = built.get(repository);
        return image === undefined ? [] : [[component, image.reference] as const];
      }),
    );
    this.registerOutputs();
  }
}
