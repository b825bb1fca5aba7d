/** An injection or a login from a strange place is seen by the service, if somebody switched it
 *  on. */
import type { StackValidationPolicy } from "@pulumi/policy";
import { isWord } from "../resource-rule.ts";
import { each, liesIn, ofTypes } from "../stack-rule.ts";

export const sqlDefender = {
  name: "sql-defender",
  displayName: "SQL threat detection and scans",
  description: "Every SQL server is watched for attacks and scanned for weaknesses.",
  severity: "medium",
  tags: [
    "Azure.SQL.DefenderCloud",
    "Azure.SQL.VAScan",
    "CKV_AZURE_69",
    "CKV2_AZURE_13",
    "CKV2_AZURE_2",
  ],
  validateStack: ({ resources }, report) => {
    const plan = ofTypes(resources, "security:Pricing").some(
      ({ props }) =>
        isWord(props["pricingName"], "SqlServers") && isWord(props["pricingTier"], "Standard"),
    );
    each(ofTypes(resources, "sql:Server"), (server) => {
      const enabled = (type: string): boolean =>
        ofTypes(resources, type).some(
          (one) => liesIn(one, server, "serverName") && isWord(one.props["state"], "Enabled"),
        );
      if (!plan && !enabled("sql:ServerSecurityAlertPolicy"))
        report("Enable a ServerSecurityAlertPolicy: attacks must be noticed.", server.urn);
      if (!enabled("sql:SqlVulnerabilityAssessmentsSetting"))
        report(
          "Enable a SqlVulnerabilityAssessmentsSetting: weaknesses must be found.",
          server.urn,
        );
    });
  },
} satisfies StackValidationPolicy;
