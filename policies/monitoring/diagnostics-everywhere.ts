/** What is not logged cannot be explained afterwards. */
import type { StackValidationPolicy } from "@pulumi/policy";
import { each, ofTypes } from "../stack-rule.ts";
import { settingsFor } from "./diagnostic-links.ts";

/** Azure has logs for these; for an identity, a plan or a topic of its own it has none. */
const TELLS = [
  "app:ManagedEnvironment",
  "containerregistry:Registry",
  "keyvault:Vault",
  "network:NetworkSecurityGroup",
  "network:PublicIPAddress",
  "network:VirtualNetwork",
  "servicebus:Namespace",
  "sql:Database",
  "storage:StorageAccount",
  "web:WebApp",
] as const;

export const diagnosticsEverywhere = {
  name: "diagnostics-everywhere",
  displayName: "Everything is watched",
  description: "Every service that can tell what happens in it has a diagnostic setting.",
  severity: "medium",
  tags: ["Azure.ACR.AuditLogs"],
  validateStack: ({ resources }, report) => {
    each(ofTypes(resources, ...TELLS), (service) => {
      if (settingsFor(resources, service).length > 0) return;
      report("Add a DiagnosticSetting: what is not logged cannot be explained.", service.urn);
    });
  },
} satisfies StackValidationPolicy;
