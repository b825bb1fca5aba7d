/** The ids that Azure will give to planned resources, as far as names decide them. Written down
 *  here a second time, apart from the program: whoever compares must not share a mistake with
 *  what is compared. */
import type { Json, PlannedResource } from "./planned-resource.ts";

/** Below `/resourceGroups/<group>/providers/`; parts in braces are inputs of the resource. */
const SHAPES: Readonly<Record<string, string>> = {
  "servicebus:Namespace": "Microsoft.ServiceBus/namespaces/{namespaceName}",
  "servicebus:Topic": "Microsoft.ServiceBus/namespaces/{namespaceName}/topics/{topicName}",
  "servicebus:Subscription":
    "Microsoft.ServiceBus/namespaces/{namespaceName}/topics/{topicName}" +
    "/subscriptions/{subscriptionName}",
  "managedidentity:UserAssignedIdentity":
    "Microsoft.ManagedIdentity/userAssignedIdentities/{resourceName}",
  "keyvault:Vault": "Microsoft.KeyVault/vaults/{vaultName}",
  "keyvault:Secret": "Microsoft.KeyVault/vaults/{vaultName}/secrets/{secretName}",
  "storage:StorageAccount": "Microsoft.Storage/storageAccounts/{accountName}",
  "storage:BlobContainer":
    "Microsoft.Storage/storageAccounts/{accountName}/blobServices/default" +
    "/containers/{containerName}",
  "storage:Table":
    "Microsoft.Storage/storageAccounts/{accountName}/tableServices/default/tables/{tableName}",
  "containerregistry:Registry": "Microsoft.ContainerRegistry/registries/{registryName}",
  "applicationinsights:Component": "Microsoft.Insights/components/{resourceName}",
  "operationalinsights:Workspace": "Microsoft.OperationalInsights/workspaces/{workspaceName}",
  "sql:Server": "Microsoft.Sql/servers/{serverName}",
  "sql:Database": "Microsoft.Sql/servers/{serverName}/databases/{databaseName}",
  "web:WebApp": "Microsoft.Web/sites/{name}",
  "app:ManagedEnvironment": "Microsoft.App/managedEnvironments/{environmentName}",
  "app:ContainerApp": "Microsoft.App/containerApps/{containerAppName}",
  "app:Job": "Microsoft.App/jobs/{jobName}",
  "network:VirtualNetwork": "Microsoft.Network/virtualNetworks/{virtualNetworkName}",
  "network:Subnet": "Microsoft.Network/virtualNetworks/{virtualNetworkName}/subnets/{subnetName}",
  "network:PrivateEndpoint": "Microsoft.Network/privateEndpoints/{privateEndpointName}",
  "privatedns:PrivateZone": "Microsoft.Network/privateDnsZones/{privateZoneName}",
};

const GROUP = "azure-native:resources:ResourceGroup";

const text = (value: Json | undefined): string => (typeof value === "string" ? value : "");

/** From the resource group on; null for what has no known name, or none that we know of. The
 *  subscription is left out: it is known only to who is signed in. */
export function armIdOf({ type, inputs }: PlannedResource): string | null {
  const group = text(inputs["resourceGroupName"]);
  if (group === "") return null;
  if (type === GROUP) return `/resourceGroups/${group}`;
  const shape = SHAPES[type.replace(/^azure-native:/, "")];
  if (shape === undefined) return null;
  const names = [...shape.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => text(inputs[name]));
  if (names.includes("")) return null;
  const path = shape.replaceAll(/\{(\w+)\}/g, (_, name: string) => text(inputs[name]));
  return `/resourceGroups/${group}/providers/${path}`;
}

/** An id without its subscription: how `armIdOf` spells it. */
export const withoutSubscription = (id: string): string =>
  id.replace(/^\/subscriptions\/[^/]+(?=\/resourceGroups\/)/, "");
