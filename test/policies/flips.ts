/** Flips what a plan says, one value at a time: every switch and every word that opens or closes
 *  something. Generated from the plan, so that a new property is flipped as soon as it is there. */
import {
  isJsonObject,
  type Json,
  type JsonObject,
  type PlannedResource,
} from "../../infra/preview/planned-resource.ts";

export type Flip = {
  readonly resource: PlannedResource;
  /** With list positions left out: `siteConfig.minTlsVersion`, `securityRules[].access`. */
  readonly path: string;
  readonly from: Json;
  readonly to: Json;
  readonly flipped: PlannedResource;
};

/** What opens instead of what closes, and the other way round. */
const WORDS: Readonly<Record<string, Json>> = {
  Allow: "Deny",
  AzureADMyOrg: "AzureADMultipleOrgs",
  Deny: "Allow",
  Disabled: "Enabled",
  Enabled: "Disabled",
  Premium: "Standard",
  Private: "Public",
  ServicePrincipal: "User",
  Standard_ZRS: "Standard_LRS",
  TLS1_2: "TLS1_0",
  UserAssigned: "None",
  UserAssignedIdentity: "StorageAccountConnectionString",
  Zone: "Local",
  "azure-monitor": "none",
  disabled: "enabled",
  enabled: "disabled",
};

/** Words whose meaning depends on where they stand. */
const NAMED: Readonly<Record<string, Json>> = {
  minTlsVersion: "1.0",
  minimalTlsVersion: "1.0",
  minimumTlsVersion: "1.0",
  scmMinTlsVersion: "1.0",
  retentionInDays: 7,
  retentionDays: 1,
  softDeleteRetentionInDays: 7,
  days: 1,
  autoPauseDelay: 60,
  replicaRetryLimit: 5,
  replicaTimeout: 1_000_000,
  sasExpirationPeriod: "365.00:00:00",
  conditionVersion: "1.0",
  serviceName: "Microsoft.Web/serverFarms",
  condition: "true",
  subject: "repo:contoso/*",
};

const OWNER_ROLE =
  "/providers/Microsoft.Authorization/roleDefinitions/" + "8e3af657-a8ff-443c-a75c-2fe8c4bcb635";
const A_SUBSCRIPTION = "/subscriptions/00000000-0000-0000-0000-000000000000";
const A_MANAGEMENT_GROUP = "/providers/Microsoft.Management/managementGroups/all";

const isAssignment = (holder: JsonObject): boolean => "principalId" in holder;
const isAllowing = ({ access }: JsonObject): boolean => access === "Allow";
const isWayIn = (holder: JsonObject): boolean =>
  isAllowing(holder) && holder["direction"] === "Inbound";

type Widening = {
  readonly key: RegExp;
  /** Asked of the object in which the key stands. */
  readonly of: (holder: JsonObject) => boolean;
  readonly to: (value: Json) => Json;
};

/** Who may come, by which door, and what is held where: each one step wider. */
const WIDENED: readonly Widening[] = [
  { key: /^sourceAddressPrefix(?:es)?$/, of: isWayIn, to: () => "AzureCloud" },
  { key: /^destinationPortRanges?$/, of: isAllowing, to: () => "*" },
  { key: /^roleDefinitionId$/, of: isAssignment, to: () => OWNER_ROLE },
  {
    key: /^scope$/,
    of: isAssignment,
    to: (value) => (/\/resourceGroups\//.test(String(value)) ? A_SUBSCRIPTION : A_MANAGEMENT_GROUP),
  },
];

/** Undefined: nothing to flip. */
function opposite(key: string, value: Json, holder: JsonObject): Json | undefined {
  const wider = WIDENED.find((one) => one.key.test(key) && one.of(holder))?.to(value);
  if (wider !== undefined) return wider === value ? undefined : wider;
  if (typeof value === "boolean") return !value;
  const named = NAMED[key];
  if (named !== undefined && typeof named === typeof value && named !== value) return named;
  return typeof value === "string" ? WORDS[value] : undefined;
}

type Keys = readonly (string | number)[];
type Place = { readonly keys: Keys; readonly value: Json; readonly holder: JsonObject };

function* placesIn(value: Json, holder: JsonObject = {}, keys: Keys = []): Iterable<Place> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* placesIn(item, holder, [...keys, index]);
  } else if (isJsonObject(value)) {
    for (const [key, item] of Object.entries(value)) yield* placesIn(item, value, [...keys, key]);
  } else yield { keys, value, holder };
}

function replaced(value: Json, [key, ...rest]: readonly (string | number)[], to: Json): Json {
  if (key === undefined) return to;
  if (Array.isArray(value))
    return value.map((item, index) => (index === key ? replaced(item, rest, to) : item));
  const before = isJsonObject(value) ? value : {};
  return { ...before, [key]: replaced(before[key] ?? null, rest, to) };
}

/** What is not there yet on the way to the value is made. */
export const withValue = (
  resource: PlannedResource,
  keys: readonly (string | number)[],
  to: Json,
) => ({
  ...resource,
  inputs: replaced(resource.inputs, keys, to) as JsonObject,
});

const pathOf = (keys: readonly (string | number)[]): string =>
  keys.reduce<string>((text, key) => {
    if (typeof key === "number") return `${text}[]`;
    return text === "" ? key : `${text}.${key}`;
  }, "");

/** Tags, texts for people and the values of settings are no switches. */
const UNRELATED = /^(?:tags|description|displayName|serializedData)\b|appSettings\[\]|env\[\]/;

function* flipsOf(resource: PlannedResource): Iterable<Flip> {
  for (const { keys, value, holder } of placesIn(resource.inputs)) {
    const path = pathOf(keys);
    const key = keys.findLast((one) => typeof one === "string");
    if (UNRELATED.test(path) || typeof key !== "string") continue;
    const to = opposite(key, value, holder);
    if (to === undefined) continue;
    yield { resource, path, from: value, to, flipped: withValue(resource, keys, to) };
  }
  if (resource.protect)
    yield {
      resource,
      path: "(protect)",
      from: true,
      to: false,
      flipped: { ...resource, protect: false },
    };
}

const isOfCloud = ({ type }: PlannedResource): boolean => /^(?:azure-native|azuread):/.test(type);

export const allFlips = (planned: readonly PlannedResource[]): readonly Flip[] =>
  planned.filter(isOfCloud).flatMap((resource) => [...flipsOf(resource)]);
