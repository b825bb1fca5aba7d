/** An account key opens everything in the account and signs any link; nobody would know who used
 *  it. */
import type { StorageAccountArgs } from "@pulumi/azure-native/storage/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { onType } from "../resource-rule.ts";

export const storageKeysOff = {
  name: "storage-keys-off",
  displayName: "Storage keys off",
  description: "Storage accepts identities only: no account key, no local user.",
  severity: "high",
  tags: ["Azure.Storage.LocalAuth", "CKV2_AZURE_40", "CKV_AZURE_244"],
  validateResource: onType<StorageAccountArgs>("storage:StorageAccount", (props, report) => {
    if (props.allowSharedKeyAccess !== false)
      report("Set allowSharedKeyAccess to false: an account key opens everything to its holder.");
    if (props.isLocalUserEnabled === true || props.isSftpEnabled === true)
      report("Switch local users and SFTP off: they sign in beside Entra.");
  }),
} satisfies ResourceValidationPolicy;
