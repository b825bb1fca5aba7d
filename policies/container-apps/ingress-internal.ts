/** The one door of the platform is the Admin API; a second one would be watched by nobody. */
import type { ContainerAppArgs } from "@pulumi/azure-native/app/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { onType } from "../resource-rule.ts";

export const ingressInternal = {
  name: "container-apps-ingress-internal",
  displayName: "Container ingress is internal",
  description: "No container app takes calls from outside its network.",
  severity: "high",
  tags: ["Azure.ContainerApp.ExternalIngress"],
  validateResource: onType<ContainerAppArgs>("app:ContainerApp", ({ configuration }, report) => {
    if (configuration?.ingress?.external !== true) return;
    report("Set ingress.external to false: calls come in through the Admin API only.");
  }),
} satisfies ResourceValidationPolicy;
