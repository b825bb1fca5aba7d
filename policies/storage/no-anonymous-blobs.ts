/** One container opened by mistake has been the whole of many a data leak. */
import type { StorageAccountArgs } from "@pulumi/azure-native/storage/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { isSet, isWord, onTypes } from "../resource-rule.ts";

export const noAnonymousBlobs = {
  name: "storage-no-anonymous-blobs",
  displayName: "Storage has no anonymous blobs",
  description: "No account and no container lets anybody read without signing in.",
  severity: "high",
  tags: [
    "Azure.Storage.BlobPublicAccess",
    "Azure.Storage.BlobAccessType",
    "CKV_AZURE_190",
    "CKV_AZURE_34",
    "CKV2_AZURE_47",
  ],
  validateResource: onTypes<StorageAccountArgs>(
    ["storage:StorageAccount", "storage:BlobContainer"],
    (props, report, args) => {
      if (args.type.endsWith(":StorageAccount") && props.allowBlobPublicAccess !== false)
        report("Set allowBlobPublicAccess to false: then no container can be opened by mistake.");
      if (isSet(props, "publicAccess") && !isWord(Reflect.get(props, "publicAccess"), "None"))
        report("Remove publicAccess: what lies in the container is nobody else's to read.");
    },
  ),
} satisfies ResourceValidationPolicy;
