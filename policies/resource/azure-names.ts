/** How Azure names resources: which property holds the name, how long it may be and of which
 *  characters. From Azure's "Naming rules and restrictions"; where a limit of practice is
 *  narrower (the host of functions reads 32 characters), the narrower one. */
import type { PolicyResource } from "@pulumi/policy";

type NameRule = {
  readonly property: string;
  readonly charsMin: number;
  readonly charsMax: number;
  readonly pattern: RegExp;
};

const rule = (property: string, charsMin: number, charsMax: number, pattern: RegExp): NameRule => ({
  property,
  charsMin,
  charsMax,
  pattern,
});

const HYPHENS = /^[a-zA-Z](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?$/;
const LOWER_HYPHENS = /^[a-z](?:[a-z0-9-]*[a-z0-9])?$/;
const LOWER_OR_DIGIT = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;
const LOOSE = /^[a-zA-Z0-9][\w.-]*$/;
const CONTAINER = /^(?:\$root|\$web|[a-z0-9](?:-?[a-z0-9])*)$/;

export const NAME_RULES: ReadonlyMap<string, NameRule> = new Map(
  Object.entries({
    "app:ContainerApp": rule("containerAppName", 2, 32, LOWER_HYPHENS),
    "app:Job": rule("jobName", 2, 32, LOWER_HYPHENS),
    "app:ManagedEnvironment": rule("environmentName", 2, 60, HYPHENS),
    "applicationinsights:Component": rule("resourceName", 1, 255, LOOSE),
    "containerregistry:Registry": rule("registryName", 5, 50, /^[a-zA-Z0-9]+$/),
    "keyvault:Secret": rule("secretName", 1, 127, /^[a-zA-Z0-9-]+$/),
    "keyvault:Vault": rule("vaultName", 3, 24, /^[a-zA-Z](?:-?[a-zA-Z0-9])*$/),
    "managedidentity:UserAssignedIdentity": rule("resourceName", 3, 128, LOOSE),
    "network:NetworkSecurityGroup": rule("networkSecurityGroupName", 1, 80, LOOSE),
    "network:PrivateEndpoint": rule("privateEndpointName", 2, 64, LOOSE),
    "network:Subnet": rule("subnetName", 1, 80, LOOSE),
    "network:VirtualNetwork": rule("virtualNetworkName", 2, 64, LOOSE),
    "operationalinsights:Workspace": rule("workspaceName", 4, 63, HYPHENS),
    "privatedns:PrivateZone": rule("privateZoneName", 1, 63, LOOSE),
    "resources:ResourceGroup": rule("resourceGroupName", 1, 90, /^[\w().-]*[\w()-]$/),
    "servicebus:Namespace": rule("namespaceName", 6, 50, HYPHENS),
    "servicebus:Subscription": rule("subscriptionName", 1, 50, LOOSE),
    "servicebus:Topic": rule("topicName", 1, 260, /^[a-zA-Z0-9][\w./-]*$/),
    "sql:Database": rule("databaseName", 1, 128, /^[^<>*%&:\\/?]*[^<>*%&:\\/?. ]$/),
    "sql:Server": rule("serverName", 1, 63, LOWER_OR_DIGIT),
    "storage:BlobContainer": rule("containerName", 3, 63, CONTAINER),
    "storage:StorageAccount": rule("accountName", 3, 24, /^[a-z0-9]+$/),
    "storage:Table": rule("tableName", 3, 63, /^[a-zA-Z][a-zA-Z0-9]*$/),
    "web:AppServicePlan": rule("name", 1, 60, /^[a-zA-Z0-9-]+$/),
    "web:WebApp": rule("name", 2, 32, /^[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?$/),
  }).map(([type, value]) => [`azure-native:${type}`, value]),
);

/** Undefined for a type whose naming is not listed and for a name that is not known yet. */
export function nameOf({ type, props }: PolicyResource): string | undefined {
  const property = NAME_RULES.get(type)?.property;
  if (property === undefined) return undefined;
  // Read past the guard against unknown values: what is not known is no name to compare with.
  const name: unknown = Object.getOwnPropertyDescriptor(props, property)?.value;
  return typeof name === "string" ? name : undefined;
}
