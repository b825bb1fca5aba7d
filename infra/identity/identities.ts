/** One identity for each component of the blueprint, and for each worker id one of its own. They
 *  exist before what runs as them, so that rights are in force when it first starts. */
import { UserAssignedIdentity } from "@pulumi/azure-native/managedidentity/index.js";
import * as pulumi from "@pulumi/pulumi";
import type { Estate } from "../estate.ts";
import { allIdentities } from "./grants.ts";

export type IdentitiesArgs = { readonly estate: Estate; readonly after: pulumi.Resource };

export class Identities extends pulumi.ComponentResource {
  /** By the blueprint's name of the identity. */
  readonly byName: ReadonlyMap<string, UserAssignedIdentity>;

  constructor(
    name: string,
    { estate, after }: IdentitiesArgs,
    opts?: pulumi.ComponentResourceOptions,
  ) {
    super("drover:identity:Identities", name, {}, opts);
    const { config, resourceGroupName } = estate;
    this.byName = new Map(
      allIdentities(config.workers).map(({ name: own }) => [
        own,
        new UserAssignedIdentity(
          `${name}-${own}`,
          {
            resourceGroupName,
            resourceName: estate.identityName(own),
            location: config.location,
            tags: config.tags,
          },
          { parent: this, dependsOn: [after] },
        ),
      ]),
    );
    this.registerOutputs();
  }
}
