/** The engine decides on a second attempt, with what the first one did in mind; an agent that
 *  never ends costs for ever. */
import type { JobArgs } from "@pulumi/azure-native/app/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { onType } from "../resource-rule.ts";

const TIMEOUT_SEC_MAX = 36_000;

export const jobLimits = {
  name: "container-apps-job-limits",
  displayName: "Jobs end and do not repeat",
  description: "A job ends within ten hours and is not started again by the platform.",
  severity: "medium",
  validateResource: onType<JobArgs>("app:Job", ({ configuration }, report) => {
    const { replicaRetryLimit, replicaTimeout = 0 } = configuration ?? {};
    if (replicaRetryLimit !== 0)
      report("Set replicaRetryLimit to 0: the engine decides whether something runs again.");
    if (replicaTimeout <= 0 || replicaTimeout > TIMEOUT_SEC_MAX)
      report(`Set replicaTimeout to at most ${TIMEOUT_SEC_MAX} s: a job must end.`);
  }),
} satisfies ResourceValidationPolicy;
