/** The values of an estate, as plain text, for tests of what is wired to them. */
import type { EstateValues } from "../../infra/settings/wire.ts";

export const id = (digit: string) => `${digit.repeat(8)}-0000-4000-8000-${digit.repeat(12)}`;

export const VALUES: EstateValues = {
  size: "prod",
  logLevel: "INFO",
  tenantId: id("1"),
  subscriptionId: id("2"),
  busHost: "bus.servicebus.windows.net",
  sqlHost: "sql.database.windows.net",
  sqlDatabase: "drover",
  vaultUrl: "https://vault.vault.azure.net/",
  runsAccount: "runs",
  workersAccount: "workers",
  registryHost: "registry.azurecr.io",
  workerIds: ["cloud", "exchange", "haymaker"],
  sources: {},
  api: { clientId: id("3"), audience: `api://${id("3")}` },
  allowedApps: [],
  databaseUsers: "[]",
  runs: {
    simulationSize: "small",
    overlap: "allow",
    targetTenantId: id("4"),
    targetSubscriptionId: id("5"),
    scenarioIdentity: "managed",
  },
  agents: {
    resourceGroup: "agents",
    environmentId: "/environment",
    identityId: "/identity",
    job: "agent",
    image: "registry.azurecr.io/haymaker-agent@sha256:0",
  },
  scaled: {
    image: "registry.azurecr.io/team/image:1",
    namePrefix: "drover",
    maxInstances: 5,
    location: "westeurope",
    resourceGroup: "scaled",
    identityId: "/scaled",
  },
};
