/** Plain HTTP is read on the way; a list of who may not come forgets somebody. */
import type { ContainerAppArgs } from "@pulumi/azure-native/app/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { isWord, onType } from "../resource-rule.ts";

export const ingressSecure = {
  name: "container-apps-ingress-secure",
  displayName: "Container ingress is encrypted and restricted",
  description: "Ingress takes HTTPS only, and its address rules say who may come, not who may not.",
  severity: "high",
  tags: ["Azure.ContainerApp.Insecure", "Azure.ContainerApp.RestrictIngress"],
  validateResource: onType<ContainerAppArgs>("app:ContainerApp", ({ configuration }, report) => {
    const { ingress } = configuration ?? {};
    if (ingress?.allowInsecure === true)
      report("Set ingress.allowInsecure to false: plain HTTP can be read on the way.");
    const rules = ingress?.ipSecurityRestrictions ?? [];
    if (!rules.every(({ action }) => isWord(action, "Allow")))
      report("List who may come instead of who may not: a list of denials forgets somebody.");
  }),
} satisfies ResourceValidationPolicy;
