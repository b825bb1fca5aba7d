/** What is not logged cannot be explained afterwards. */
import type { PolicyResource, StackValidationPolicy } from "@pulumi/policy";
import { each, ofTypes } from "../stack-rule.ts";
import { settingsFor } from "./diagnostic-links.ts";

/** Azure has logs for these; for an identity, a plan or a topic of its own it has none, and for a
 *  public address only where it is protected against floods. */
const TELLS = [
  "app:ManagedEnvironment",
  "containerregistry:Registry",
  "keyvault:Vault",
  "network:NetworkSecurityGroup",
  "network:VirtualNetwork",
  "servicebus:Namespace",
  "sql:Database",
  "storage:StorageAccount",
  "web:WebApp",
] as const;

const isOn = (sources: readonly { readonly enabled?: boolean }[] = []): boolean =>
  sources.some(({ enabled }) => enabled === true);

/** A setting whose every log is off tells nothing. Metrics are asked for only where logs do not
 *  settle it: what the program leaves to Azure is unknown in a preview. */
const tells = ({ props }: PolicyResource): boolean => isOn(props["logs"]) || isOn(props["metrics"]);

export const diagnosticsEverywhere = {
  name: "diagnostics-everywhere",
  displayName: "Everything is watched",
  description: "Every service that can tell what happens in it has a diagnostic setting.",
  severity: "medium",
  tags: ["Azure.ACR.AuditLogs"],
  validateStack: ({ resources }, report) => {
    each(ofTypes(resources, ...TELLS), (service) => {
      if (settingsFor(resources, service).some(tells)) return;
      report("Add a DiagnosticSetting: what is not logged cannot be explained.", service.urn);
    });
  },
} satisfies StackValidationPolicy;
