/** The services that components use, as a network sees them: what they are in a plan, which door
 *  a private endpoint opens, and whether the public one is open. */
import { isJsonObject, type Json, type PlannedResource } from "../planned-resource.ts";

export type ServiceKind =
  | "bus"
  | "database"
  | "vault"
  | "blob"
  | "table"
  | "registry"
  | "telemetry"
  | "site"
  | "scm";

export type Service = {
  readonly type: string;
  readonly port: number;
  /** Tags by which rules may name its public addresses. */
  readonly tags: readonly string[];
  /** Group id of a private endpoint and the zone it answers in; null where there is none. */
  readonly door: { readonly group: string; readonly zone: string } | null;
};

const HTTPS = 443;

const service = (type: string, tag: string, group: string, zone: string): Service => ({
  type: `azure-native:${type}`,
  port: HTTPS,
  tags: [tag, "AzureCloud", "Internet"],
  door: { group, zone: `privatelink.${zone}` },
});

export const SERVICES: Readonly<Record<ServiceKind, Service>> = {
  bus: {
    ...service("servicebus:Namespace", "ServiceBus", "namespace", "servicebus.windows.net"),
    port: 5671,
  },
  database: { ...service("sql:Server", "Sql", "sqlServer", "database.windows.net"), port: 1433 },
  vault: service("keyvault:Vault", "AzureKeyVault", "vault", "vaultcore.azure.net"),
  blob: service("storage:StorageAccount", "Storage", "blob", "blob.core.windows.net"),
  table: service("storage:StorageAccount", "Storage", "table", "table.core.windows.net"),
  registry: service(
    "containerregistry:Registry",
    "AzureContainerRegistry",
    "registry",
    "azurecr.io",
  ),
  telemetry: {
    type: "azure-native:applicationinsights:Component",
    port: HTTPS,
    tags: ["AzureMonitor", "AzureCloud", "Internet"],
    door: null,
  },
  site: service("web:WebApp", "AppService", "sites", "azurewebsites.net"),
  scm: service("web:WebApp", "AppService", "sites", "azurewebsites.net"),
};

const at = (value: Json | undefined, ...path: readonly string[]): Json | undefined =>
  path.reduce<Json | undefined>((node, key) => (isJsonObject(node) ? node[key] : undefined), value);

const says = (value: Json | undefined, word: string): boolean =>
  typeof value === "string" && value.toLowerCase() === word;

/** The switch by which a site turns away who is on no list, for calls and for code. */
const SITE_LISTS: Partial<Record<ServiceKind, string>> = {
  site: "ipSecurityRestrictionsDefaultAction",
  scm: "scmIpSecurityRestrictionsDefaultAction",
};

const LISTS = ["networkRuleSet", "networkAcls"] as const;

/** `open`: from anywhere. `listed`: from addresses on a list. `shut`: not at all. */
export function publicDoor(
  { inputs }: PlannedResource,
  kind: ServiceKind,
): "open" | "listed" | "shut" {
  const own = at(inputs, "properties");
  const access = [
    at(inputs, "publicNetworkAccess"),
    at(own, "publicNetworkAccess"),
    at(inputs, "publicNetworkAccessForIngestion"),
  ];
  if (access.some((value) => says(value, "disabled"))) return "shut";
  const lists = LISTS.flatMap((list) => [at(inputs, list), at(own, list)]);
  const restricted =
    lists.some((list) => says(at(list, "defaultAction"), "deny")) ||
    says(at(inputs, "siteConfig", SITE_LISTS[kind] ?? ""), "deny");
  return restricted ? "listed" : "open";
}
