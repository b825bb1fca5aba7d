/** Everything of an estate that can tell what happens in it, by the id under which Azure knows
 *  it. Pure: names are planned, so the list is there before anything exists. */

import { hasAgents } from "../agents/has-agents.ts";
import type { AccountOwner, EnvironmentName, Estate } from "../estate.ts";
import { planSubnets } from "../network/subnets.ts";
import { FUNCTION_APPS } from "../settings/deployables.ts";

export type Watched = { readonly name: string; readonly id: string };

const resource = (estate: Estate, name: string, path: string): Watched => ({
  name,
  id: estate.idOf(path),
});

function services(estate: Estate): readonly Watched[] {
  const { namespaceName, vaultName, registryName, sqlServerName, sqlDatabaseName } = estate;
  const database = `Microsoft.Sql/servers/${sqlServerName}/databases/${sqlDatabaseName}`;
  const scenarios =
    estate.config.scenarioIdentity === "secret"
      ? [
          resource(
            estate,
            "scenario-vault",
            `Microsoft.KeyVault/vaults/${estate.scenarioVaultName}`,
          ),
        ]
      : [];
  return [
    resource(estate, "bus", `Microsoft.ServiceBus/namespaces/${namespaceName}`),
    resource(estate, "vault", `Microsoft.KeyVault/vaults/${vaultName}`),
    ...scenarios,
    resource(estate, "registry", `Microsoft.ContainerRegistry/registries/${registryName}`),
    resource(estate, "database", database),
  ];
}

const appsIn = ({ ships }: Estate) => FUNCTION_APPS.filter((component) => ships.has(component));

/** The logs of storage are its services': tables for workers, blobs for everybody else. */
const storage = (estate: Estate): readonly Watched[] =>
  [...appsIn(estate), "runs" as const, "workers" as const].map((owner: AccountOwner) => {
    const account = `Microsoft.Storage/storageAccounts/${estate.accountName(owner)}`;
    const service = owner === "workers" ? "tableServices" : "blobServices";
    return resource(estate, `storage-${owner}`, `${account}/${service}/default`);
  });

const environmentsIn = ({ ships }: Estate): readonly EnvironmentName[] =>
  hasAgents(ships) ? ["workers", "agents"] : ["workers"];

const compute = (estate: Estate): readonly Watched[] => [
  ...appsIn(estate).map((component) => {
    const site = `Microsoft.Web/sites/${estate.functionAppName(component)}`;
    return resource(estate, `function-${component}`, site);
  }),
  ...environmentsIn(estate).map((which) => {
    const environment = `Microsoft.App/managedEnvironments/${estate.environmentName(which)}`;
    return resource(estate, `environment-${which}`, environment);
  }),
];

function network(estate: Estate): readonly Watched[] {
  if (estate.config.network === "public") return [];
  const own = (name: string, type: string, what: string) =>
    resource(estate, name, `Microsoft.Network/${type}/${what}`);
  return [
    own("network", "virtualNetworks", estate.virtualNetworkName),
    own("way-out", "publicIPAddresses", estate.name("publicIpAddress", "way-out")),
    ...planSubnets(estate.config.addresses).map(({ name }) =>
      own(`guard-${name}`, "networkSecurityGroups", estate.name("networkSecurityGroup", name)),
    ),
  ];
}

export const watchedOf = (estate: Estate): readonly Watched[] => [
  ...services(estate),
  ...storage(estate),
  ...compute(estate),
  ...network(estate),
];

/** What is done to the subscription itself, and by whom (H-100). */
export const SUBSCRIPTION_LOGS = ["Administrative", "Security", "Policy", "Alert"] as const;
