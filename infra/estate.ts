/** What every component of the program needs to know about the estate it is part of: the stack's
 *  config and the names that follow from it. Names are plain strings, never outputs of other
 *  resources, so that a plan shows them and policies can read them before anything exists. */
import type { ComponentName } from "../runtime/contract/blueprint/components.ts";
import { resourceName } from "../runtime/contract/naming.ts";
import type { ResourceKind } from "../runtime/contract/naming-rules.ts";
import type { StackConfig } from "./stack-settings.ts";

/** Who is signed in, and to what: the subscription that holds the platform and its tenant. */
export type Account = { readonly subscriptionId: string; readonly tenantId: string };

/** A storage account: a component's name for the one of its Functions host, or a shared one. */
export type AccountOwner = ComponentName | "runs" | "workers";

/** `workers`: all that we wrote. `agents`: what runs the proposals of a language model. */
export type EnvironmentName = "workers" | "agents";

export type Estate = ReturnType<typeof planEstate>;

const GROUPS = "resourceGroups";

/** Names by kind and, where an estate has several of a kind, by what they are for. */
function namesOf(name: (kind: ResourceKind, own?: string) => string) {
  return {
    resourceGroupName: name("resourceGroup"),
    /** Agent jobs and the identities of scenarios; runs fill and empty it. */
    agentsGroupName: name("resourceGroup", "agents"),
    /** Container groups that the scaler starts. */
    scaledGroupName: name("resourceGroup", "scaled"),
    namespaceName: name("serviceBusNamespace"),
    vaultName: name("keyVault"),
    /** Exists only where scenarios sign in with secrets. */
    scenarioVaultName: name("keyVault", "scenarios"),
    registryName: name("containerRegistry"),
    sqlServerName: name("sqlServer"),
    sqlDatabaseName: name("sqlDatabase"),
    workspaceName: name("logAnalytics"),
    virtualNetworkName: name("virtualNetwork"),
    identityName: (identity: string) => name("userAssignedIdentity", identity),
    insightsName: (component: ComponentName) => name("applicationInsights", component),
    accountName: (owner: AccountOwner) => name("storageAccount", owner),
    planName: (component: ComponentName) => name("appServicePlan", component),
    functionAppName: (component: ComponentName) => name("functionApp", component),
    /** One for each identity, because workers have one for each worker id. */
    containerAppName: (identity: string) => name("containerApp", identity),
    jobName: (component: ComponentName) => name("containerAppJob", component),
    environmentName: (which: EnvironmentName) => name("containerAppsEnvironment", which),
  } as const;
}

/** Where things answer. Private endpoints keep these names; only what they resolve to changes. */
const hostsOf = (names: ReturnType<typeof namesOf>) => ({
  bus: `${names.namespaceName}.servicebus.windows.net`,
  sql: `${names.sqlServerName}.database.windows.net`,
  registry: `${names.registryName}.azurecr.io`,
  vaultUrl: `https://${names.vaultName}.vault.azure.net/`,
  scenarioVaultUrl: `https://${names.scenarioVaultName}.vault.azure.net/`,
  blobUrl: (owner: AccountOwner) => `https://${names.accountName(owner)}.blob.core.windows.net/`,
  tableUrl: (owner: AccountOwner) => `https://${names.accountName(owner)}.table.core.windows.net/`,
  site: (component: ComponentName) => `${names.functionAppName(component)}.azurewebsites.net`,
  /** Where code is published to. */
  scm: (component: ComponentName) => `${names.functionAppName(component)}.scm.azurewebsites.net`,
});

export type EstatePlan = {
  readonly project: string;
  readonly config: StackConfig;
  readonly account: Account;
  /** Components with code. What belongs to one of the others alone is not built: its site, its
   *  storage, its telemetry, the pools it fills and its rights come together with its code. */
  readonly ships: ReadonlySet<ComponentName>;
};

export function planEstate({ project, config, account, ships }: EstatePlan) {
  const { subscriptionId, tenantId } = account;
  const base = { project, environment: config.stack, suffixSeed: subscriptionId };
  const name = (kind: ResourceKind, own?: string): string =>
    resourceName({ ...base, kind, ...(own === undefined ? {} : { name: own }) });
  const names = namesOf(name);
  const groupIdOf = (group: string): string =>
    `/subscriptions/${subscriptionId}/${GROUPS}/${group}`;
  return {
    ...names,
    project,
    config,
    ships,
    subscriptionId,
    tenantId,
    /** For kinds that have no name of their own above. */
    name,
    hosts: hostsOf(names),
    /** What every resource of the estate's own group is told. */
    place: {
      resourceGroupName: names.resourceGroupName,
      location: config.location,
      tags: config.tags,
    },
    groupIdOf,
    /** `idOf("Microsoft.KeyVault/vaults/x")`: how Azure knows what is in the estate's group. */
    idOf: (path: string): string => `${groupIdOf(names.resourceGroupName)}/providers/${path}`,
  } as const;
}
