/** The environment of all container apps that we wrote, and of the job that prepares the
 *  database. Nothing in it is reached from outside. */
import type { ManagedEnvironment } from "@pulumi/azure-native/app/index.js";
import * as pulumi from "@pulumi/pulumi";
import type { Estate } from "../estate.ts";
import type { Network } from "../network/network.ts";
import { makeEnvironment } from "./environment.ts";
import { CONSUMPTION } from "./environment-settings.ts";

export type WorkersArgs = {
  readonly estate: Estate;
  readonly network: Network;
  readonly after: pulumi.Resource;
};

export class Workers extends pulumi.ComponentResource {
  readonly environment: ManagedEnvironment;

  constructor(
    name: string,
    { estate, network, after }: WorkersArgs,
    opts?: pulumi.ComponentResourceOptions,
  ) {
    super("drover:worker:Workers", name, {}, opts);
    this.environment = makeEnvironment(name, {
      estate,
      network,
      which: "workers",
      profiles: [CONSUMPTION],
      parent: this,
      after: [after],
    });
    this.registerOutputs();
  }
}
