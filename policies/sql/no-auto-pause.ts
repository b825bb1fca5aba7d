/** The first sign-in after a pause fails for a minute; timers and deadlines would be late. */
import type { DatabaseArgs } from "@pulumi/azure-native/sql/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { onType } from "../resource-rule.ts";

const SERVERLESS = /_S_/;
const NEVER = -1;

export const sqlNoAutoPause = {
  name: "sql-no-auto-pause",
  displayName: "SQL does not pause",
  description: "In production the database never pauses by itself.",
  severity: "medium",
  validateResource: onType<DatabaseArgs>("sql:Database", (props, report) => {
    if (!SERVERLESS.test(props.sku?.name ?? "") || props.autoPauseDelay === NEVER) return;
    report("Set autoPauseDelay to -1: a database that wakes up first makes every deadline late.");
  }),
} satisfies ResourceValidationPolicy;
