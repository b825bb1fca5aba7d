/** A Container Apps job that is started by hand and runs once, in the words of Azure's API. Pure.
 *  J1. What fails is not started again by the platform: who started it decides. */
import type { ShapeOf } from "../settings/deployables.ts";
import type { RegistryAccess } from "./app-settings.ts";

type Scale = ShapeOf<"container-job">["scale"];

export const jobConfiguration = (scale: Scale, registry: RegistryAccess) => ({
  triggerType: "Manual",
  replicaTimeout: scale.timeoutSec,
  replicaRetryLimit: scale.retries,
  manualTriggerConfig: { parallelism: scale.parallelism, replicaCompletionCount: 1 },
  registries: [registry],
});

export const jobResources = ({ cpu, memoryGib }: Pick<Scale, "cpu" | "memoryGib">) => ({
  cpu,
  memory: `${memoryGib}Gi`,
});
