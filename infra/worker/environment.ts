/** One Container Apps environment: the workers' or the agents'. Two, so that what a language
 *  model proposes never shares a network or a node with what holds rights in a tenant. */
import { ManagedEnvironment } from "@pulumi/azure-native/app/index.js";
import type * as pulumi from "@pulumi/pulumi";
import type { EnvironmentName, Estate } from "../estate.ts";
import type { Network } from "../network/network.ts";
import type { SubnetName } from "../network/subnets.ts";
import { environmentSettings, type WorkloadProfile } from "./environment-settings.ts";

const SUBNETS = { workers: "cloud-worker", agents: "agents" } as const satisfies Readonly<
  Record<EnvironmentName, SubnetName>
>;

export type EnvironmentArgs = {
  readonly estate: Estate;
  readonly network: Network;
  readonly which: EnvironmentName;
  readonly profiles: readonly WorkloadProfile[];
  readonly parent: pulumi.Resource;
  readonly after: readonly pulumi.Resource[];
};

export function makeEnvironment(name: string, args: EnvironmentArgs): ManagedEnvironment {
  const { estate, network, which, profiles, parent, after } = args;
  const { config, resourceGroupName } = estate;
  return new ManagedEnvironment(
    `${name}-environment`,
    {
      resourceGroupName,
      environmentName: estate.environmentName(which),
      location: config.location,
      tags: config.tags,
      ...environmentSettings(config.network, network.subnets.get(SUBNETS[which]), profiles),
    },
    { parent, dependsOn: [...after] },
  );
}

/** Known before the environment exists; who needs it there also depends on it. */
export const environmentId = (estate: Estate, which: EnvironmentName): string =>
  estate.idOf(`Microsoft.App/managedEnvironments/${estate.environmentName(which)}`);
