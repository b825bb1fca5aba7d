/** A renamed resource is a deleted one and a new one. Protection makes deleting a step of its
 *  own; a stack that is torn down every night switches this rule off. */
import type { ResourceValidationPolicy } from "@pulumi/policy";

const STATEFUL: readonly string[] = [
  "containerregistry:Registry",
  "keyvault:Secret",
  "keyvault:Vault",
  "operationalinsights:Workspace",
  "servicebus:Namespace",
  "servicebus:Topic",
  "sql:Database",
  "sql:Server",
  "storage:StorageAccount",
  "storage:Table",
].map((type) => `azure-native:${type}`);

export const statefulProtected = {
  name: "stateful-protected",
  displayName: "What holds data is protected",
  description: "What holds data cannot be deleted by an update.",
  severity: "high",
  validateResource: ({ type, opts }, report) => {
    if (!STATEFUL.includes(type) || opts.protect) return;
    report("Set protect: true: a rename must not delete the data of every batch.");
  },
} satisfies ResourceValidationPolicy;
