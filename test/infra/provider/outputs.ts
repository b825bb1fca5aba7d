/** What a created thing says of itself beyond what it was given. Which properties there are is read
 *  from the SDK's own class; what they hold is plausible, and the same each time for one id. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { OFFLINE_ANSWERS } from "../../../infra/preview/answers.ts";
import type { Json, JsonObject } from "../../../infra/preview/planned-resource.ts";
import { UNKNOWN } from "./wire.ts";

const require = createRequire(import.meta.url);

/** `azure-native:app/v2025:Job` and `azuread:index/group:Group` are `app/v2025/job`, `group`. */
function moduleOf(type: string): string {
  const [pkg = "", place = "", name = ""] = type.split(":");
  const file = `${name.charAt(0).toLowerCase()}${name.slice(1)}.js`;
  const folder = place.startsWith("index/") ? "" : `${place}/`;
  return `@pulumi/${pkg}/${folder}${file}`;
}

const matches = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(([, name = ""]) => name);

const textOf = (type: string): string => readFileSync(require.resolve(moduleOf(type)), "utf8");

const filledBy = (text: string): readonly string[] => [
  ...new Set(matches(text, /resourceInputs\["(\w+)"\] = undefined \/\*out\*\//g)),
];

/** Names of the properties that only the cloud can fill. */
function outputNames(type: string): readonly string[] {
  const text = textOf(type);
  const given = new Set(matches(text, /resourceInputs\["(\w+)"\] = [^;]*\bargs\b/g));
  return filledBy(text)
    .filter((name) => !given.has(name))
    .toSorted();
}

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");

/** A version 4 UUID made of a hash: unique for the text, and of the form that Azure gives. */
export function uuidOf(text: string): string {
  const hash = hashOf(text);
  const parts = [hash.slice(0, 8), hash.slice(8, 12), `4${hash.slice(13, 16)}`];
  return [...parts, `8${hash.slice(17, 20)}`, hash.slice(20, 32)].join("-");
}

const TENANT = OFFLINE_ANSWERS["azure-native:authorization:getClientConfig"]?.["tenantId"] ?? "";

/** `Microsoft.ServiceBus/namespaces/topics` of the id of a topic. */
function armType(id: string): string {
  const [namespace = "", ...pairs] = id.slice(id.lastIndexOf("/providers/") + 11).split("/");
  return [namespace, ...pairs.filter((_, at) => at % 2 === 0)].join("/");
}

const IDS: ReadonlySet<string> = new Set([
  "principalId",
  "clientId",
  "objectId",
  "applicationId",
  "customerId",
  "appId",
  "instrumentationKey",
]);

const HOSTS: Readonly<Record<string, string>> = {
  defaultHostName: "azurewebsites.net",
  fullyQualifiedDomainName: "database.windows.net",
  loginServer: "azurecr.io",
  defaultDomain: "westeurope.azurecontainerapps.io",
  serviceBusEndpoint: "servicebus.windows.net",
};

const STORES = ["blob", "queue", "table", "file", "dfs", "web"] as const;

function plausible(name: string, id: string): Json | undefined {
  const own = id.split("/").at(-1) ?? "";
  const host = HOSTS[name];
  if (host !== undefined) return `${own}.${host}`;
  if (IDS.has(name)) return uuidOf(`${id} ${name}`);
  switch (name) {
    case "name":
      return own;
    case "type":
      return armType(id);
    case "tenantId":
      return TENANT;
    case "connectionString":
      return `InstrumentationKey=${uuidOf(`${id} instrumentationKey`)}`;
    case "primaryEndpoints":
      return Object.fromEntries(
        STORES.map((store) => [store, `https://${own}.${store}.core.windows.net/`]),
      );
    case "staticIp":
      return "10.0.0.4";
    default:
      return undefined;
  }
}

export const madeOutputs = (type: string, id: string): JsonObject =>
  Object.fromEntries(
    outputNames(type).flatMap((name) => {
      const value = plausible(name, id);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );

/** In a preview nothing exists yet. The provider of Azure calls everything unknown that Azure may
 *  answer with, also what the program could have given and left to Azure's own choice. */
export const unknownOutputs = (type: string): JsonObject => {
  const names = type.startsWith("azure-native:") ? filledBy(textOf(type)) : outputNames(type);
  return Object.fromEntries(names.map((name) => [name, UNKNOWN]));
};
