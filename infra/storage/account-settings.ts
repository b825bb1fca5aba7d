/** Storage accounts: identities only, and nothing that anybody can read without one. Pure.
 *  Redundancy and access follow the network, like everything else. */
import {
  type BlobContainer,
  CONTAINERS,
  type StorageAccount as Kind,
  TABLES,
} from "../../runtime/contract/blueprint/storage.ts";
import type { StackConfig } from "../stack-settings.ts";

const UNDELETE_DAYS = 14;

const ALWAYS = {
  kind: "StorageV2",
  accessTier: "Hot",
  allowBlobPublicAccess: false,
  allowCrossTenantReplication: false,
  allowSharedKeyAccess: false,
  allowedCopyScope: "AAD",
  defaultToOAuthAuthentication: true,
  enableHttpsTrafficOnly: true,
  isLocalUserEnabled: false,
  minimumTlsVersion: "TLS1_2",
  // With keys off no such signature can be made; should keys ever come back, they are short-lived.
  sasPolicy: { expirationAction: "Log", sasExpirationPeriod: "0.01:00:00" },
} as const;

const BY_NETWORK = {
  public: {
    sku: { name: "Standard_LRS" },
    publicNetworkAccess: "Enabled",
    networkRuleSet: { bypass: "AzureServices", defaultAction: "Allow" },
  },
  private: {
    sku: { name: "Standard_ZRS" },
    publicNetworkAccess: "Disabled",
    networkRuleSet: { bypass: "AzureServices", defaultAction: "Deny" },
  },
} as const;

export const accountSettings = (network: StackConfig["network"]) => ({
  ...ALWAYS,
  ...BY_NETWORK[network],
});

/** What was deleted by mistake can be fetched back for two weeks. */
export const BLOB_SERVICE = {
  blobServicesName: "default",
  deleteRetentionPolicy: { enabled: true, days: UNDELETE_DAYS },
  containerDeleteRetentionPolicy: { enabled: true, days: UNDELETE_DAYS },
} as const;

type NamedContainer = BlobContainer & { readonly name: string };

export const containersOf = (kind: Kind): readonly NamedContainer[] =>
  Object.entries(CONTAINERS)
    .filter(([, { account }]) => account === kind)
    .map(([name, container]) => ({ name, ...container }));

export const tablesOf = (kind: Kind): readonly string[] =>
  Object.entries(TABLES)
    .filter(([, { account }]) => account === kind)
    .map(([name]) => name);

/** Logs are append blobs, which Azure can only delete as they age, not move to a colder tier. */
export const expiryRules = (kind: Kind) =>
  containersOf(kind).flatMap(({ name, retentionDays }) =>
    retentionDays === null
      ? []
      : [
          {
            name: `expire-${name}`,
            type: "Lifecycle",
            enabled: true,
            definition: {
              actions: {
                baseBlob: { delete: { daysAfterModificationGreaterThan: retentionDays } },
              },
              filters: { blobTypes: ["appendBlob", "blockBlob"], prefixMatch: [`${name}/`] },
            },
          },
        ],
  );
