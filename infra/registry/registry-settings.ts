/** The registry for each kind of network. Private doors and zones need Premium. Pure.
 *  There is no rule that removes untagged images: Azure refuses it beside soft delete. */
import type { StackConfig } from "../stack-settings.ts";

const UNDELETE_DAYS = 14;

const ALWAYS = {
  adminUserEnabled: false,
  anonymousPullEnabled: false,
} as const;

const POLICIES = {
  softDeletePolicy: { status: "enabled", retentionDays: UNDELETE_DAYS },
  // Container Apps pull by identity with a token for all of Azure: refused, nothing would start.
  azureADAuthenticationAsArmPolicy: { status: "enabled" },
} as const;

const SETTINGS = {
  public: {
    ...ALWAYS,
    sku: { name: "Basic" },
    publicNetworkAccess: "Enabled",
    policies: POLICIES,
  },
  private: {
    ...ALWAYS,
    sku: { name: "Premium" },
    publicNetworkAccess: "Disabled",
    // Azure's own build tasks come in by their identity; nobody else's network is let in.
    networkRuleBypassOptions: "AzureServices",
    dataEndpointEnabled: true,
    zoneRedundancy: "Enabled",
    policies: { ...POLICIES, exportPolicy: { status: "disabled" } },
  },
} as const;

export const registrySettings = (network: StackConfig["network"]) => SETTINGS[network];

/** One small machine, which Azure bills while it exists; a registry that is open needs none. */
export const BUILD_POOL = { agentPoolName: "builds", count: 1, os: "Linux", tier: "S1" } as const;
