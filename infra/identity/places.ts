/** Where a right holds: as a key, and as the id by which Azure knows the thing. Pure. */
import type { Estate } from "../estate.ts";
import { subnetPath } from "../network/subnets.ts";
import type { Place } from "./grants.ts";

/** `topics/worker-jobs/subscriptions/worker-cloud`; also how people read a place in a preview. */
export type PlaceKey = string;

export function placeKey(place: Place): PlaceKey {
  switch (place.kind) {
    case "topic":
      return `topics/${place.topic}`;
    case "subscription":
      return `topics/${place.topic}/subscriptions/${place.subscription}`;
    case "identity":
      return `identities/${place.identity}`;
    case "secret":
      return `secrets/${place.secret}`;
    case "container":
      return `storage/${place.owner}/containers/${place.container}`;
    case "table":
      return `storage/${place.owner}/tables/${place.table}`;
    case "telemetry":
      return `telemetry/${place.component}`;
    case "resource-group":
      return `groups/${place.group}`;
    case "environment":
      return `environments/${place.environment}`;
    case "subnet":
      return `subnets/${place.subnet}`;
    case "registry":
    case "target-subscription":
    case "scenario-vault":
      return place.kind;
  }
}

const groupName = (estate: Estate, group: "agents" | "scaled"): string =>
  group === "agents" ? estate.agentsGroupName : estate.scaledGroupName;

/** The part after the provider; null for what is no resource of the estate's own group. */
function pathOf(estate: Estate, place: Place): string | null {
  switch (place.kind) {
    case "topic":
    case "subscription":
      return `Microsoft.ServiceBus/namespaces/${estate.namespaceName}/${placeKey(place)}`;
    case "identity": {
      const name = estate.identityName(place.identity);
      return `Microsoft.ManagedIdentity/userAssignedIdentities/${name}`;
    }
    case "secret":
      return `Microsoft.KeyVault/vaults/${estate.vaultName}/secrets/${place.secret}`;
    case "scenario-vault":
      return `Microsoft.KeyVault/vaults/${estate.scenarioVaultName}`;
    case "container": {
      const account = `Microsoft.Storage/storageAccounts/${estate.accountName(place.owner)}`;
      return `${account}/blobServices/default/containers/${place.container}`;
    }
    case "table": {
      const account = `Microsoft.Storage/storageAccounts/${estate.accountName(place.owner)}`;
      return `${account}/tableServices/default/tables/${place.table}`;
    }
    case "registry":
      return `Microsoft.ContainerRegistry/registries/${estate.registryName}`;
    case "telemetry":
      return `Microsoft.Insights/components/${estate.insightsName(place.component)}`;
    case "environment":
      return `Microsoft.App/managedEnvironments/${estate.environmentName(place.environment)}`;
    case "subnet":
      return subnetPath(estate.virtualNetworkName, place.subnet);
    case "resource-group":
    case "target-subscription":
      return null;
  }
}

export function azureId(estate: Estate, place: Place): string {
  if (place.kind === "target-subscription")
    return `/subscriptions/${estate.config.target.subscriptionId}`;
  if (place.kind === "resource-group") return estate.groupIdOf(groupName(estate, place.group));
  const path = pathOf(estate, place);
  if (path === null) throw new Error(`no id is known for ${placeKey(place)}`);
  return estate.idOf(path);
}
