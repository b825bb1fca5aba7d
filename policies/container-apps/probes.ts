/** An app that hangs but holds its port gets calls for ever. Apps that only receive messages are
 *  watched by their lock and their deliveries. */
import type { ContainerAppArgs } from "@pulumi/azure-native/app/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { isSet, isWord, onType } from "../resource-rule.ts";

export const containerProbes = {
  name: "container-apps-probes",
  displayName: "Containers that are called have probes",
  description: "A container app with ingress is asked whether it lives and whether it is ready.",
  severity: "medium",
  tags: ["Azure.ContainerApp.HealthProbe"],
  validateResource: onType<ContainerAppArgs>(
    "app:ContainerApp",
    ({ configuration, template }, report) => {
      if (!isSet(configuration ?? {}, "ingress")) return;
      const has = (kind: string): boolean =>
        (template?.containers ?? []).every(({ probes }) =>
          (probes ?? []).some(({ type }) => isWord(type, kind)),
        );
      if (has("Liveness") && has("Readiness")) return;
      report("Add liveness and readiness probes: an app that hangs must not get calls.");
    },
  ),
} satisfies ResourceValidationPolicy;
