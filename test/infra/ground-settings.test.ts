import { describe, expect, test } from "@jest/globals";
import {
  AUDITING,
  administratorSettings,
  BACKUPS,
  databaseSettings,
  firewallRule,
  serverSettings,
} from "../../infra/database/database-settings.ts";
import {
  componentsWithTelemetry,
  INSIGHTS,
  workspaceSettings,
} from "../../infra/observability/observability-settings.ts";
import { registrySettings } from "../../infra/registry/registry-settings.ts";
import {
  accountSettings,
  containersOf,
  expiryRules,
  tablesOf,
} from "../../infra/storage/account-settings.ts";
import { placeholder, platformSecrets, vaultProperties } from "../../infra/vault/vault-settings.ts";
import { CONTAINERS, TABLES } from "../../runtime/contract/blueprint/storage.ts";
import { estateOf, privateConfig, publicConfig, TENANT } from "./ground-config.ts";

const NETWORKS = ["public", "private"] as const;

describe("storage accounts", () => {
  test.each(NETWORKS)("H-087 (part), M-133: a %s one takes identities only", (network) => {
    expect(accountSettings(network)).toMatchObject({
      allowSharedKeyAccess: false,
      allowBlobPublicAccess: false,
      allowCrossTenantReplication: false,
      isLocalUserEnabled: false,
      enableHttpsTrafficOnly: true,
      minimumTlsVersion: "TLS1_2",
      defaultToOAuthAuthentication: true,
    });
  });

  test("H-061, M-126 (part): a private one is shut and in three zones, a public one is LRS", () => {
    expect(accountSettings("private")).toMatchObject({
      sku: { name: "Standard_ZRS" },
      publicNetworkAccess: "Disabled",
      networkRuleSet: { defaultAction: "Deny" },
    });
    expect(accountSettings("public").sku.name).toBe("Standard_LRS");
  });

  test("every container and table of the blueprint lies in exactly one kind of account", () => {
    const kinds = ["host", "runs", "workers"] as const;
    const containers = kinds.flatMap((kind) => containersOf(kind).map(({ name }) => name));
    expect(containers.toSorted()).toEqual(Object.keys(CONTAINERS).toSorted());
    expect(kinds.flatMap(tablesOf).toSorted()).toEqual(Object.keys(TABLES).toSorted());
  });

  test("H-057: logs of runs are deleted after 90 days, and nothing else is", () => {
    expect(expiryRules("runs")).toEqual([
      expect.objectContaining({
        name: "expire-execution-logs",
        definition: {
          actions: { baseBlob: { delete: { daysAfterModificationGreaterThan: 90 } } },
          filters: { blobTypes: ["appendBlob", "blockBlob"], prefixMatch: ["execution-logs/"] },
        },
      }),
    ]);
    expect(expiryRules("host")).toEqual([]);
  });
});

describe("vaults", () => {
  test.each(NETWORKS)("H-077, M-128, X-30: a %s one knows rights and loses nothing", (network) => {
    const properties = vaultProperties(network, TENANT);
    expect(properties).toMatchObject({
      tenantId: TENANT,
      sku: { name: "standard" },
      enableRbacAuthorization: true,
      enablePurgeProtection: true,
      softDeleteRetentionInDays: 90,
      networkAcls: { bypass: "AzureServices" },
    });
    expect(properties).not.toHaveProperty("accessPolicies");
  });

  test("X-30: a private one is shut to the public", () => {
    const { publicNetworkAccess, networkAcls } = vaultProperties("private", TENANT);
    expect([publicNetworkAccess, networkAcls.defaultAction]).toEqual(["disabled", "Deny"]);
  });

  test("M-132, X-66: its secrets are the blueprint's, none a connection string", () => {
    expect(platformSecrets(["cloud", "exchange"]).map(({ name }) => name)).toEqual([
      "anthropic-api-key",
      "worker-cloud-certificate",
      "worker-exchange-certificate",
      "worker-cloud-webhooks",
      "worker-exchange-webhooks",
    ]);
  });

  test("a certificate is left to the vault, which refuses one beside a secret of its name", () => {
    const made = platformSecrets(["cloud"]).filter(({ madeHere }) => madeHere);
    expect(made.map(({ name }) => name)).toEqual(["anthropic-api-key", "worker-cloud-webhooks"]);
  });

  test("H-076: what stands in for a secret is switched off and has expired", () => {
    const { attributes, contentType } = placeholder("text/plain");
    expect(attributes).toEqual({ enabled: false, expires: 1_767_225_600 });
    expect(contentType).toBe("text/plain");
  });
});

describe("the registry", () => {
  test("M-128, X-31, X-75: Basic in public, Premium, shut and zone redundant in private", () => {
    expect(registrySettings("public")).toMatchObject({ sku: { name: "Basic" } });
    expect(registrySettings("private")).toMatchObject({
      sku: { name: "Premium" },
      publicNetworkAccess: "Disabled",
      zoneRedundancy: "Enabled",
      policies: { exportPolicy: { status: "disabled" } },
    });
  });

  test.each(NETWORKS)(
    "X-31: the %s one has no administrator and shows nothing to nobody",
    (net) => {
      const { adminUserEnabled, anonymousPullEnabled, policies } = registrySettings(net);
      expect([adminUserEnabled, anonymousPullEnabled]).toEqual([false, false]);
      expect(policies.softDeletePolicy.status).toBe("enabled");
      expect(policies).not.toHaveProperty("retentionPolicy");
    },
  );

  test.each(NETWORKS)(
    "the %s one takes the tokens by which apps and jobs pull their image",
    (net) => {
      expect(registrySettings(net).policies.azureADAuthenticationAsArmPolicy.status).toBe(
        "enabled",
      );
    },
  );
});

describe("telemetry", () => {
  test("M-128, M-129: one workspace by the gigabyte, and no keys on either side", () => {
    expect(workspaceSettings(publicConfig)).toEqual({
      sku: { name: "PerGB2018" },
      retentionInDays: 90,
      workspaceCapping: { dailyQuotaGb: 1 },
      features: { disableLocalAuth: true, enableLogAccessUsingOnlyResourcePermissions: true },
    });
    expect(INSIGHTS).toMatchObject({ disableLocalAuth: true, ingestionMode: "LogAnalytics" });
  });

  test("M-129: who may send telemetry has a place of its own, and nobody else has", () => {
    const components = componentsWithTelemetry(estateOf(privateConfig).ships);
    expect(components).toContain("orchestrator");
    expect(components).toContain("worker");
    expect(components).not.toContain("agent");
    expect(components).not.toContain("scaled-container");
    expect(componentsWithTelemetry(new Set(["worker", "agent"]))).toEqual(["worker"]);
  });
});

describe("the database", () => {
  test.each(NETWORKS)("M-127, X-34: the %s server takes Entra tokens only", (network) => {
    const settings = {
      ...serverSettings(network),
      administrators: administratorSettings({ login: "admins", tenantId: TENANT }),
    };
    expect(settings.administrators).toMatchObject({
      azureADOnlyAuthentication: true,
      principalType: "Group",
    });
    expect(JSON.stringify(settings)).not.toMatch(/password/i);
    expect(settings).not.toHaveProperty("administratorLogin");
    expect(settings.minimalTlsVersion).toBe("1.2");
  });

  test("M-127, X-75, X-35 (part): in dev it is the seed's and pauses, in prod never", () => {
    expect(databaseSettings("dev")).toMatchObject({
      sku: { name: "GP_S_Gen5", capacity: 1 },
      maxSizeBytes: 34_359_738_368,
      autoPauseDelay: 60,
    });
    expect(databaseSettings("prod")).toMatchObject({ autoPauseDelay: -1, zoneRedundant: true });
  });

  test("a database that may pause has no backups that would keep it awake", () => {
    for (const size of ["dev", "prod"] as const)
      expect(databaseSettings(size).autoPauseDelay > 0 && BACKUPS[size].longTerm !== null).toBe(
        false,
      );
    expect(BACKUPS.prod.shortTerm.retentionDays).toBe(35);
  });

  test("M-126 (part): a private server is shut and has no hole in its firewall", () => {
    expect(serverSettings("private").publicNetworkAccess).toBe("Disabled");
    expect(firewallRule("private")).toBeNull();
    expect(firewallRule("public")).toMatchObject({ startIpAddress: "0.0.0.0" });
  });

  test("who signs in and who changes rights is audited for at least 90 days", () => {
    expect(AUDITING).toMatchObject({ state: "Enabled", isAzureMonitorTargetEnabled: true });
    expect(AUDITING.retentionDays).toBeGreaterThanOrEqual(90);
    expect(privateConfig.logs.retentionDays).toBeGreaterThanOrEqual(90);
  });
});
