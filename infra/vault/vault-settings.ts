/** Vaults: rights instead of access policies, and nothing in them is ever lost at once. Pure. */
import { SECRETS } from "../../runtime/contract/blueprint/secrets.ts";
import { forWorker } from "../../runtime/contract/blueprint/subscriptions.ts";
import type { StackConfig } from "../stack-settings.ts";

const RETENTION_DAYS = 90;

const BY_NETWORK = {
  public: { publicNetworkAccess: "enabled", defaultAction: "Allow" },
  private: { publicNetworkAccess: "disabled", defaultAction: "Deny" },
} as const;

export function vaultProperties(network: StackConfig["network"], tenantId: string) {
  const { publicNetworkAccess, defaultAction } = BY_NETWORK[network];
  return {
    tenantId,
    sku: { family: "A", name: "standard" },
    enableRbacAuthorization: true,
    enableSoftDelete: true,
    softDeleteRetentionInDays: RETENTION_DAYS,
    // Cannot be switched off again, also in dev: a vault that is deleted keeps its name for as
    // long as its contents can be fetched back.
    enablePurgeProtection: true,
    publicNetworkAccess,
    // Azure's own door stays open, through which the program creates secrets.
    networkAcls: { bypass: "AzureServices", defaultAction },
  } as const;
}

export type PlatformSecret = {
  readonly name: string;
  readonly contentType: string;
  /** False: made in the vault as a certificate; a secret of that name would be in its way. */
  readonly madeHere: boolean;
};

const CERTIFICATE = "application/x-pkcs12";

export const platformSecrets = (workers: readonly string[]): readonly PlatformSecret[] =>
  Object.values(SECRETS)
    .filter(({ vault }) => vault === "platform")
    .flatMap(({ name, contentType }) =>
      [...new Set(workers.map((id) => forWorker(name, id)))].map((own) => ({
        name: own,
        contentType,
        madeHere: contentType !== CERTIFICATE,
      })),
    );

/** 1 January 2026. What stands in for a secret has expired before anybody could use it; the real
 *  one is a new version with an expiry of its own. */
const EXPIRED = Date.UTC(2026, 0, 1) / 1_000;

/** Stands in until a person sets the secret; the program never knows the real one. */
export const placeholder = (contentType: string) => ({
  contentType,
  value: "set me in the vault",
  attributes: { enabled: false, expires: EXPIRED },
});
