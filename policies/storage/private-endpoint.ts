/** With public access off and no endpoint, no function app could start. */
import type { StackValidationPolicy } from "@pulumi/policy";
import { eachHasEndpoint } from "../network/endpoint-links.ts";

export const storagePrivateEndpoint = {
  name: "storage-private-endpoint",
  displayName: "Storage private endpoint",
  description: "In a private stack every storage account has a private endpoint.",
  severity: "high",
  tags: ["CKV2_AZURE_33"],
  validateStack: eachHasEndpoint(
    "storage:StorageAccount",
    "with public access off nobody could reach it.",
  ),
} satisfies StackValidationPolicy;
