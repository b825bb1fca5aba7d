/** Workers of a lost zone must start in another; Azure decides it when the environment is
 *  created. */
import type { ManagedEnvironmentArgs } from "@pulumi/azure-native/app/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { onType } from "../resource-rule.ts";

export const environmentZones = {
  name: "container-apps-survive-a-zone",
  displayName: "Container environment survives a zone",
  description: "The environment of the containers spans zones.",
  severity: "medium",
  tags: ["Azure.ContainerApp.AvailabilityZone"],
  validateResource: onType<ManagedEnvironmentArgs>(
    "app:ManagedEnvironment",
    ({ zoneRedundant }, report) => {
      if (zoneRedundant === true) return;
      report("Set zoneRedundant to true: it cannot be changed once the environment exists.");
    },
  ),
} satisfies ResourceValidationPolicy;
