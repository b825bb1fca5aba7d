/** Who read or changed people's rows must be answerable after the fact. */
import type { PolicyResource, StackValidationPolicy } from "@pulumi/policy";
import { isSet, isWord } from "../resource-rule.ts";
import { each, liesIn, ofTypes } from "../stack-rule.ts";

const AUDITING = ["sql:ExtendedServerBlobAuditingPolicy", "sql:ServerBlobAuditingPolicy"] as const;

const RETENTION_DAYS_MIN = 90;

/** Zero days means for ever. Azure Monitor keeps as long as its workspace says (logs-retention). */
const isKept = ({ props }: PolicyResource): boolean => {
  const days: number = props["retentionDays"] ?? 0;
  if (!isWord(props["state"], "Enabled")) return false;
  if (props["isAzureMonitorTargetEnabled"] === true) return true;
  return isSet(props, "storageEndpoint") && (days === 0 || days >= RETENTION_DAYS_MIN);
};

export const sqlAuditing = {
  name: "sql-auditing",
  displayName: "SQL auditing",
  description: "Every SQL server is audited, and the record is kept for ninety days.",
  severity: "high",
  tags: ["Azure.SQL.Auditing", "CKV_AZURE_23", "CKV_AZURE_24", "CKV_AZURE_156"],
  validateStack: ({ resources }, report) => {
    each(ofTypes(resources, "sql:Server"), (server) => {
      const policies = ofTypes(resources, ...AUDITING).filter((one) =>
        liesIn(one, server, "serverName"),
      );
      if (policies.some(isKept)) return;
      report(
        "Add an ExtendedServerBlobAuditingPolicy, enabled, to Azure Monitor or for 90 days: " +
          "it must be known who read people's rows.",
        server.urn,
      );
    });
  },
} satisfies StackValidationPolicy;
