/** One replica is down while it restarts; without a highest number a flood of messages is a flood
 *  of bills. */
import type { ContainerAppArgs } from "@pulumi/azure-native/app/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { isSet, onType } from "../resource-rule.ts";

const REPLICAS_MIN = 2;
const REPLICAS_MAX = 100;

export const containerReplicas = {
  name: "container-apps-replicas",
  displayName: "Containers that are called are two",
  description: "A container app with ingress keeps two replicas; every app has a highest number.",
  severity: "medium",
  tags: ["Azure.ContainerApp.MinReplicas"],
  validateResource: onType<ContainerAppArgs>(
    "app:ContainerApp",
    ({ configuration, template }, report) => {
      const { minReplicas = 0, maxReplicas } = template?.scale ?? {};
      if (isSet(configuration ?? {}, "ingress") && minReplicas < REPLICAS_MIN)
        report(`Set scale.minReplicas to ${REPLICAS_MIN}: one replica is down while it restarts.`);
      if (maxReplicas === undefined || maxReplicas > REPLICAS_MAX)
        report(
          `Set scale.maxReplicas, at most ${REPLICAS_MAX}: a flood of messages is one of bills.`,
        );
    },
  ),
} satisfies ResourceValidationPolicy;
