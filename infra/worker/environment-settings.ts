/** Container Apps environments in the words of Azure's API. Pure.
 *  Nothing in them listens: no app has an ingress, so neither environment is open to the public,
 *  whatever the network. In a private estate they live in the estate's network (M-126). */
import type { Input } from "@pulumi/pulumi";
import type { StackConfig } from "../stack-settings.ts";

export type WorkloadProfile = {
  readonly name: string;
  readonly workloadProfileType: string;
  readonly minimumCount?: number;
  readonly maximumCount?: number;
};

/** Billed by use; every environment has it. */
export const CONSUMPTION: WorkloadProfile = {
  name: "Consumption",
  workloadProfileType: "Consumption",
};

export const environmentSettings = (
  network: StackConfig["network"],
  subnetId: Input<string> | undefined,
  profiles: readonly WorkloadProfile[],
) => ({
  publicNetworkAccess: "Disabled",
  workloadProfiles: [...profiles],
  // By diagnostic settings: the other way needs a key of the workspace.
  appLogsConfiguration: { destination: "azure-monitor" },
  peerTrafficConfiguration: { encryption: { enabled: true } },
  zoneRedundant: network === "private",
  ...(subnetId === undefined
    ? {}
    : { vnetConfiguration: { infrastructureSubnetId: subnetId, internal: true } }),
});
