/** A cleanup that goes one level too high must not be the end of a run's evidence. */
import type { PolicyResource, StackValidationPolicy } from "@pulumi/policy";
import { each, liesIn, ofTypes } from "../stack-rule.ts";

type Retention = { readonly enabled?: boolean; readonly days?: number };

const DAYS_MIN = 7;

const keeps = (policy: Retention | undefined): boolean =>
  policy?.enabled === true && (policy.days ?? 0) >= DAYS_MIN;

export const storageSoftDelete = {
  name: "storage-soft-delete",
  displayName: "Storage soft delete",
  description: "Deleted blobs and containers can be brought back for a week.",
  severity: "medium",
  tags: ["Azure.Storage.SoftDelete", "Azure.Storage.ContainerSoftDelete", "CKV2_AZURE_38"],
  validateStack: ({ resources }, report) => {
    each(ofTypes(resources, "storage:StorageAccount"), (account) => {
      const services = ofTypes(resources, "storage:BlobServiceProperties").filter((one) =>
        liesIn(one, account, "accountName"),
      );
      const holds = ({ props }: PolicyResource): boolean =>
        keeps(props["deleteRetentionPolicy"]) && keeps(props["containerDeleteRetentionPolicy"]);
      if (services.some(holds)) return;
      report(
        `Add BlobServiceProperties that keep deleted blobs and containers ${DAYS_MIN} days: ` +
          "a deletion that went too far must not be the end.",
        account.urn,
      );
    });
  },
} satisfies StackValidationPolicy;
