/** Without an identity code needs keys; a system-assigned one exists too late to have rights when
 *  the app first starts. */
import type { ContainerAppArgs } from "@pulumi/azure-native/app/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { onTypes } from "../resource-rule.ts";

export const containerIdentity = {
  name: "container-apps-identity",
  displayName: "Containers run as an identity",
  description: "Every container app and job runs as a user-assigned identity of its own.",
  severity: "high",
  tags: ["Azure.ContainerApp.ManagedIdentity"],
  validateResource: onTypes<ContainerAppArgs>(
    ["app:ContainerApp", "app:Job"],
    ({ identity }, report) => {
      if (/UserAssigned/i.test(identity?.type ?? "")) return;
      report("Give it a user-assigned identity: code without one asks for keys.");
    },
  ),
} satisfies ResourceValidationPolicy;
