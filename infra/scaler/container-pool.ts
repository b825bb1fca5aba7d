/** Where the scaler's containers start: a resource group of their own, so that the right to make
 *  and delete containers reaches nothing else (C-027, X-42). Groups in it come and go. */
import { ResourceGroup } from "@pulumi/azure-native/resources/index.js";
import * as pulumi from "@pulumi/pulumi";
import type { Estate } from "../estate.ts";

export type ContainerPoolArgs = { readonly estate: Estate };

export class ContainerPool extends pulumi.ComponentResource {
  readonly group: ResourceGroup;

  constructor(name: string, { estate }: ContainerPoolArgs, opts?: pulumi.ComponentResourceOptions) {
    super("drover:scaler:ContainerPool", name, {}, opts);
    const { location, tags, protect } = estate.config;
    this.group = new ResourceGroup(
      `${name}-group`,
      { resourceGroupName: estate.scaledGroupName, location, tags },
      { parent: this, protect },
    );
    this.registerOutputs();
  }
}
