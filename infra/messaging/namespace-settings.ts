/** A namespace for each kind of network. Tier, zones and access are decided together, because
 *  Azure takes them only together: endpoints in a virtual network need Premium. Pure. */
import type { StackConfig } from "../stack-settings.ts";

/** What holds for both: identities only, and nothing older than TLS 1.2. */
const ALWAYS = { disableLocalAuth: true, minimumTlsVersion: "1.2" } as const;

const SETTINGS = {
  public: {
    ...ALWAYS,
    publicNetworkAccess: "Enabled",
    sku: { name: "Standard", tier: "Standard" },
  },
  private: {
    ...ALWAYS,
    publicNetworkAccess: "Disabled",
    // One partition keeps order and duplicate detection whole; it cannot be changed later.
    premiumMessagingPartitions: 1,
    sku: { name: "Premium", tier: "Premium", capacity: 1 },
    zoneRedundant: true,
  },
} as const;

export const namespaceSettings = (network: StackConfig["network"]) => SETTINGS[network];

/** Null where there is no private network to confine the namespace to. */
export const ruleSetSettings = (network: StackConfig["network"]) =>
  network === "public"
    ? null
    : ({
        defaultAction: "Deny",
        publicNetworkAccess: "Disabled",
        trustedServiceAccessEnabled: false,
      } as const);
