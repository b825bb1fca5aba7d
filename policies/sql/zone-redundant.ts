/** State is the truth of every migration; it must not wait for a data centre. A development stack
 *  may go without. */
import type { DatabaseArgs } from "@pulumi/azure-native/sql/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { onType } from "../resource-rule.ts";

const BACKUPS: readonly string[] = ["Zone", "Geo", "GeoZone"];

export const sqlZones = {
  name: "sql-survives-a-zone",
  displayName: "SQL survives a zone",
  description: "The database and its backups outlive the loss of one zone.",
  severity: "medium",
  tags: ["CKV_AZURE_229"],
  validateResource: onType<DatabaseArgs>("sql:Database", (props, report) => {
    if (props.zoneRedundant !== true)
      report("Set zoneRedundant to true: the loss of one zone would stop every migration.");
    if (!BACKUPS.includes(props.requestedBackupStorageRedundancy ?? ""))
      report(
        "Set requestedBackupStorageRedundancy to Zone, Geo or GeoZone: backups must survive too.",
      );
  }),
} satisfies ResourceValidationPolicy;
