/** What each component must be able to reach, read from what it declares to use in the blueprint,
 *  and which planned resource that is. */
import type { Component } from "../../../runtime/contract/blueprint/component-shape.ts";
import { COMPONENTS, type ComponentName } from "../../../runtime/contract/blueprint/components.ts";
import type { Identity } from "../../../runtime/contract/blueprint/identities.ts";
import { RIGHTS } from "../../../runtime/contract/blueprint/rights.ts";
import { SECRETS } from "../../../runtime/contract/blueprint/secrets.ts";
import { SETTINGS } from "../../../runtime/contract/blueprint/settings/settings.ts";
import { CONTAINERS, TABLES } from "../../../runtime/contract/blueprint/storage.ts";
import type { PlannedResource } from "../planned-resource.ts";
import type { References } from "../references.ts";
import type { ServiceKind } from "./services.ts";

/** `outside`: no resource of ours, known to rules by its tags only. */
export type Need =
  | { readonly kind: "service"; readonly service: ServiceKind; readonly what: string }
  | {
      readonly kind: "outside";
      readonly what: string;
      readonly tags: readonly string[];
      readonly ports: readonly number[];
    };

export type Target = { readonly need: Need; readonly resource: PlannedResource | null };

const HTTPS: readonly number[] = [443];

export const outside = (what: string, tag: string, ports = HTTPS) =>
  ({ kind: "outside", what, tags: [tag, "AzureCloud", "Internet"], ports }) as const;
const service = (name: ServiceKind, what: string): Need => ({
  kind: "service",
  service: name,
  what,
});

/** Components whose work lies outside of the platform. */
const ON_THE_INTERNET: ReadonlySet<string> = new Set(["worker", "haymaker-worker", "agent"]);
const ON_AZURE: ReadonlySet<string> = new Set(["haymaker-worker", "scaler"]);

type Found = readonly [Need, PlannedResource | null];

const named = (
  references: References,
  type: string,
  property: string,
  name: string,
): PlannedResource | undefined =>
  references.ofType(`azure-native:${type}`).find(({ inputs }) => inputs[property] === name);

/** The account of a container or table that the estate has once. */
function accountOf(
  references: References,
  type: string,
  property: string,
  name: string,
): PlannedResource | null {
  const part = named(references, type, property, name);
  const account = part?.inputs["accountName"];
  if (typeof account !== "string") return null;
  return named(references, "storage:StorageAccount", "accountName", account) ?? null;
}

/** The account that the site itself names as the home of its package. */
function hostAccount(references: References, site: PlannedResource | null): PlannedResource | null {
  const said = JSON.stringify(site?.inputs["functionAppConfig"] ?? null);
  const name = /https:\/\/([a-z0-9]+)\.blob\./.exec(said)?.[1];
  if (name === undefined) return null;
  return named(references, "storage:StorageAccount", "accountName", name) ?? null;
}

/** Who may send telemetry does. */
const reports = (component: ComponentName): boolean =>
  RIGHTS.some((right) => right.component === component && right.scope.kind === "telemetry");

/** The only one of its type; a second would need to be told apart. */
const only = (references: References, type: string): PlannedResource | null =>
  references.ofType(`azure-native:${type}`)[0] ?? null;

/** Secrets of scenarios lie in a vault of their own; it is the platform's that is asked here. */
const vaultOf = (references: References, used: Component["secrets"]): PlannedResource | null => {
  const [first] = used.filter((name) => SECRETS[name].vault === "platform");
  if (first === undefined) return null;
  const holders = new Set(
    references.ofType("azure-native:keyvault:Secret").map(({ inputs }) => inputs["vaultName"]),
  );
  const vaults = references.ofType("azure-native:keyvault:Vault");
  return vaults.find(({ inputs }) => holders.has(inputs["vaultName"] ?? "")) ?? vaults[0] ?? null;
};

function storageOf(references: References, declared: Component): readonly Found[] {
  const shared = [...declared.reads, ...declared.writes].filter(
    (name) => CONTAINERS[name].account !== "host",
  );
  const blobs = new Set(shared.map((name) => CONTAINERS[name].account));
  const tables = new Set(declared.tables.map((name) => TABLES[name].account));
  return [
    ...[...blobs].map((account): Found => {
      const container = shared.find((name) => CONTAINERS[name].account === account) ?? "";
      const found = accountOf(references, "storage:BlobContainer", "containerName", container);
      return [service("blob", `blobs of ${account}`), found];
    }),
    ...[...tables].map((account): Found => {
      const table = declared.tables.find((name) => TABLES[name].account === account) ?? "";
      const found = accountOf(references, "storage:Table", "tableName", table);
      return [service("table", `tables of ${account}`), found];
    }),
  ];
}

/** Where members come from besides files, whatever of it a stack uses today. Azure SQL answers
 *  callers within Azure at its first port and sends them on to one of the range (its ends stand for
 *  it); Dataverse has two ports for SQL. */
const SOURCES: readonly Need[] = [
  outside("members in Azure SQL", "Sql", [1433, 11_000, 11_999]),
  outside("members in Dataverse", "Internet", [1433, 5558]),
  outside("members in Databricks", "AzureDatabricks"),
];

/** Who is told where members are reads them there. */
const readsMembers = (component: ComponentName): boolean =>
  Object.hasOwn(SETTINGS[component].shape, "DROVER_SQL_SOURCES");

/** `runtime` is the planned resource that runs the component, where there is one. */
export function targetsOf(
  references: References,
  { component }: Identity,
  runtime: PlannedResource | null,
): readonly Target[] {
  const declared: Component = COMPONENTS[component];
  const { publishes, receives, database, secrets, kind } = declared;
  const usesVault = secrets.some((name) => SECRETS[name].vault === "platform");
  const isApp = kind === "function-app";
  const found: readonly (Found | false)[] = [
    publishes.length + receives.length > 0 && [
      service("bus", "Service Bus"),
      only(references, "servicebus:Namespace"),
    ],
    database !== "none" && [service("database", "SQL database"), only(references, "sql:Server")],
    usesVault && [service("vault", "Key Vault"), vaultOf(references, secrets)],
    ...storageOf(references, declared),
    isApp && [service("blob", "blobs of its host"), hostAccount(references, runtime)],
    !isApp && [service("registry", "registry"), only(references, "containerregistry:Registry")],
    reports(component) && [
      service("telemetry", "telemetry"),
      only(references, "applicationinsights:Component"),
    ],
    [outside("Entra", "AzureActiveDirectory"), null],
    ON_AZURE.has(component) && [outside("Resource Manager", "AzureResourceManager"), null],
    ...(readsMembers(component) ? SOURCES.map((need): Found => [need, null]) : []),
    ON_THE_INTERNET.has(component) && [outside("the Internet", "Internet"), null],
  ];
  return found.filter((one) => one !== false).map(([need, resource]) => ({ need, resource }));
}
