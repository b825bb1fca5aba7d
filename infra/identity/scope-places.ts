/** From the scope of a planned assignment back to the name by which the blueprint knows the
 *  thing. Reads the plan only, so that an assignment on something that is not planned, or on
 *  something wider, keeps Azure's id and is seen as what it is. Pure. */
import type { PlaceKey } from "./places.ts";

/** What of a planned resource is needed. */
export type Thing = {
  readonly type: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  /** Its name without that of the component it belongs to. */
  readonly ownName: string;
};

const text = (value: unknown): string => (typeof value === "string" ? value : "");

const AZURE = "azure-native:";

type Reader = (thing: Thing, owners: ReadonlyMap<string, string>) => readonly [string, PlaceKey];

const account = (name: unknown): string => `/Microsoft.Storage/storageAccounts/${text(name)}`;

/** What tells resources of one kind apart stands before the hash in their names. */
const purposeIn = (name: unknown): string => text(name).split("-").at(-2) ?? "";

/** The end of the id that Azure gives a resource of each type, and its key. */
const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  [
    "servicebus:Topic",
    ({ inputs }) => {
      const key = `topics/${text(inputs["topicName"])}`;
      return [`/Microsoft.ServiceBus/namespaces/${text(inputs["namespaceName"])}/${key}`, key];
    },
  ],
  [
    "servicebus:Subscription",
    ({ inputs }) => {
      const topic = `topics/${text(inputs["topicName"])}`;
      const key = `${topic}/subscriptions/${text(inputs["subscriptionName"])}`;
      return [`/Microsoft.ServiceBus/namespaces/${text(inputs["namespaceName"])}/${key}`, key];
    },
  ],
  [
    "managedidentity:UserAssignedIdentity",
    ({ inputs, ownName }) => [
      `/Microsoft.ManagedIdentity/userAssignedIdentities/${text(inputs["resourceName"])}`,
      `identities/${ownName}`,
    ],
  ],
  [
    "storage:BlobContainer",
    ({ inputs: { accountName, containerName } }, owners) => [
      `${account(accountName)}/blobServices/default/containers/${text(containerName)}`,
      `storage/${owners.get(text(accountName))}/containers/${text(containerName)}`,
    ],
  ],
  [
    "storage:Table",
    ({ inputs: { accountName, tableName } }, owners) => [
      `${account(accountName)}/tableServices/default/tables/${text(tableName)}`,
      `storage/${owners.get(text(accountName))}/tables/${text(tableName)}`,
    ],
  ],
  [
    "keyvault:Vault",
    ({ inputs, ownName }) => [
      `/Microsoft.KeyVault/vaults/${text(inputs["vaultName"])}`,
      ownName === "scenarios" ? "scenario-vault" : `vaults/${ownName}`,
    ],
  ],
  [
    "containerregistry:Registry",
    ({ inputs }) => [
      `/Microsoft.ContainerRegistry/registries/${text(inputs["registryName"])}`,
      "registry",
    ],
  ],
  [
    "applicationinsights:Component",
    ({ inputs, ownName }) => [
      `/Microsoft.Insights/components/${text(inputs["resourceName"])}`,
      `telemetry/${ownName}`,
    ],
  ],
  [
    "app:ManagedEnvironment",
    ({ inputs }) => [
      `/Microsoft.App/managedEnvironments/${text(inputs["environmentName"])}`,
      `environments/${purposeIn(inputs["environmentName"])}`,
    ],
  ],
  [
    "network:Subnet",
    ({ inputs: { virtualNetworkName, subnetName } }) => [
      `/Microsoft.Network/virtualNetworks/${text(virtualNetworkName)}/subnets/${text(subnetName)}`,
      `subnets/${text(subnetName).replace(/^snet-/, "")}`,
    ],
  ],
  [
    "resources:ResourceGroup",
    ({ inputs }) => [
      `/resourceGroups/${text(inputs["resourceGroupName"])}`,
      `groups/${purposeIn(inputs["resourceGroupName"])}`,
    ],
  ],
]);

/** A secret need not be planned to be granted: certificates are made in the vault. */
const SECRET = /^(\/Microsoft\.KeyVault\/vaults\/[^/]+)\/secrets\/([^/]+)$/;
const SUBSCRIPTION = /^\/subscriptions\/([^/]+)$/;
const GROUP = /^\/subscriptions\/[^/]+(\/resourceGroups\/[^/]+)$/;

/** Where an id lies: after its last provider, or the group, or nothing. */
function endOf(scope: string): string {
  const provider = scope.lastIndexOf("/providers/");
  if (provider >= 0) return scope.slice(provider + "/providers".length);
  return GROUP.exec(scope)?.[1] ?? "";
}

const HOME = /^\/subscriptions\/([^/]+)\/resourceGroups\//;

/** `scopes` are those of all assignments: a subscription in which none of them names a group is
 *  not the one that holds the estate, so it is the one that HayMaker exercises. */
export function scopePlaces(
  things: readonly Thing[],
  scopes: readonly string[],
): (scope: string) => PlaceKey | null {
  const homes = new Set(scopes.flatMap((scope) => HOME.exec(scope)?.[1] ?? []));
  const owners = new Map(
    things
      .filter(({ type }) => type === `${AZURE}storage:StorageAccount`)
      .map(({ inputs, ownName }) => [text(inputs["accountName"]), ownName]),
  );
  const ends = new Map(
    things.flatMap((thing) => {
      const reader = READERS.get(thing.type.replace(AZURE, ""));
      return reader === undefined ? [] : [reader(thing, owners)];
    }),
  );
  return (scope) => {
    const subscription = SUBSCRIPTION.exec(scope)?.[1];
    if (subscription !== undefined) return homes.has(subscription) ? null : "target-subscription";
    const end = endOf(scope);
    const [, vault = "", secret = ""] = SECRET.exec(end) ?? [];
    if (ends.get(vault) === "vaults/platform") return `secrets/${secret}`;
    return ends.get(end) ?? null;
  };
}
