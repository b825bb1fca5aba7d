/** Azure refuses more, only at deployment. The 64 GiB agents of old never started there. */
import type { ContainerAppArgs } from "@pulumi/azure-native/app/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { isWord, onTypes } from "../resource-rule.ts";

const CONSUMPTION = "Consumption";
const CORES_MAX = 4;
const GIBIBYTES_MAX = 8;

/** "0.5Gi" is a half; NaN for what is no such amount, so that it fits nowhere. */
const gibibytes = (memory = ""): number => Number(/^([\d.]+)Gi$/.exec(memory)?.[1] ?? Number.NaN);

export const fitsProfile = {
  name: "container-apps-fits-profile",
  displayName: "Containers fit their profile",
  description:
    "On the Consumption profile a replica has at most 4 cores and 8 GiB, two GiB a core.",
  severity: "high",
  validateResource: onTypes<ContainerAppArgs>(["app:ContainerApp", "app:Job"], (props, report) => {
    if (!isWord(props.workloadProfileName ?? CONSUMPTION, CONSUMPTION)) return;
    const containers = props.template?.containers ?? [];
    const cores = containers.reduce((sum, { resources }) => sum + (resources?.cpu ?? 0), 0);
    const memory = containers.reduce((sum, { resources }) => sum + gibibytes(resources?.memory), 0);
    const fits = cores <= CORES_MAX && memory <= GIBIBYTES_MAX && memory === cores * 2;
    if (fits) return;
    report(
      `Take at most ${CORES_MAX} cores with two GiB each, or a dedicated profile: ` +
        `Azure refuses ${cores} cores with ${memory} GiB on Consumption.`,
    );
  }),
} satisfies ResourceValidationPolicy;
