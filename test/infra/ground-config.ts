/** A stack's config for tests of pure parts, and the same as the text that Pulumi hands over. */
import { planEstate } from "../../infra/estate.ts";
import type { StackConfig } from "../../infra/stack-settings.ts";
import { COMPONENTS, type ComponentName } from "../../runtime/contract/blueprint/components.ts";

export const TENANT = "11111111-1111-4111-8111-111111111111";
export const SUBSCRIPTION = "33333333-3333-4333-8333-333333333333";
const HUB_GROUP = `/subscriptions/${SUBSCRIPTION}/resourceGroups/hub`;
export const HUB = {
  virtualNetworkId: `${HUB_GROUP}/providers/Microsoft.Network/virtualNetworks/hub`,
  addresses: ["10.250.0.0/16"],
} as const;

export const publicConfig: StackConfig = {
  stack: "dev",
  location: "westeurope",
  size: "dev",
  network: "public",
  addresses: "10.10.0.0/16",
  apiAllowedAddresses: ["203.0.113.0/24"],
  apiAllowedApps: [],
  tags: { owner: "platform", "cost-centre": "cc-1", environment: "dev" },
  workers: ["cloud", "exchange"],
  workerTargets: {
    cloud: { tenantId: TENANT, clientId: TENANT },
    exchange: { tenantId: TENANT, clientId: TENANT },
  },
  databaseAdministrators: [],
  target: { tenantId: TENANT, subscriptionId: SUBSCRIPTION },
  simulationSize: "small",
  scenarioIdentity: "managed",
  runOverlap: "skip",
  scaler: { image: "scaled:1", namePrefix: "scaled", maxInstances: 5 },
  baseImage: `host/node@sha256:${"0".repeat(64)}`,
  secretsSet: [],
  sources: {},
  logs: { level: "INFO", retentionDays: 90, dailyQuotaGb: 1 },
  budget: { monthly: 100, from: "2026-11-01" },
  alertEmails: ["platform@example.com"],
  protect: false,
};

export const privateConfig: StackConfig = {
  ...publicConfig,
  stack: "prod",
  size: "prod",
  network: "private",
  addresses: "10.0.0.0/16",
  hub: HUB,
  scaler: { ...publicConfig.scaler, image: `scaled@sha256:${"0123abcd".repeat(8)}` },
  apiAllowedAddresses: [],
  protect: true,
};

/** As Pulumi hands it over: text as it is, everything else as JSON. */
export const asValues = ({ stack: _, ...config }: StackConfig): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(config).map(([key, value]) => [
      key,
      typeof value === "string" ? value : JSON.stringify(value),
    ]),
  );

const isComponentName = (name: string): name is ComponentName => Object.hasOwn(COMPONENTS, name);

/** With code for every component, unless a test says otherwise. */
export const estateOf = (
  config: StackConfig,
  ships: Iterable<ComponentName> = Object.keys(COMPONENTS).filter(isComponentName),
) =>
  planEstate({
    project: "drover",
    config,
    account: { subscriptionId: "s", tenantId: TENANT },
    ships: new Set(ships),
  });
