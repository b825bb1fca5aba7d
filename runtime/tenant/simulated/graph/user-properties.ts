/** Graph's user, property by property: what may be written, of which type, and what an answer
 *  shows when nothing is selected. */
import { isJsonObject, type JsonObject } from "../../../contract/json-object.ts";
import { fail, ok, type Result } from "../../../contract/result.ts";
import { TENANT_LIMITS } from "../limits.ts";
import type { User } from "../objects.ts";
import { badRequest, type GraphProblem } from "./graph-errors.ts";
import { invalidValue } from "./value-errors.ts";

type Kind = "text" | "yes-no" | "texts" | "object" | "read-only";

const KINDS: Readonly<Record<string, Kind>> = {
  accountEnabled: "yes-no",
  ageGroup: "text",
  businessPhones: "texts",
  city: "text",
  companyName: "text",
  consentProvidedForMinor: "text",
  country: "text",
  department: "text",
  displayName: "text",
  employeeHireDate: "text",
  employeeId: "text",
  employeeOrgData: "object",
  employeeType: "text",
  faxNumber: "text",
  givenName: "text",
  jobTitle: "text",
  mail: "text",
  mailNickname: "text",
  mobilePhone: "text",
  officeLocation: "text",
  onPremisesExtensionAttributes: "object",
  onPremisesImmutableId: "text",
  otherMails: "texts",
  passwordPolicies: "text",
  passwordProfile: "object",
  postalCode: "text",
  preferredLanguage: "text",
  showInAddressList: "yes-no",
  state: "text",
  streetAddress: "text",
  surname: "text",
  usageLocation: "text",
  userPrincipalName: "text",
  userType: "text",
  assignedLicenses: "read-only",
  createdDateTime: "read-only",
  creationType: "read-only",
  deletedDateTime: "read-only",
  externalUserState: "read-only",
  externalUserStateChangeDateTime: "read-only",
  id: "read-only",
  identities: "read-only",
  lastPasswordChangeDateTime: "read-only",
  onPremisesDistinguishedName: "read-only",
  onPremisesDomainName: "read-only",
  onPremisesSamAccountName: "read-only",
  onPremisesSyncEnabled: "read-only",
  onPremisesUserPrincipalName: "read-only",
  proxyAddresses: "read-only",
  signInSessionsValidFromDateTime: "read-only",
};

const PROPERTIES: ReadonlyMap<string, Kind> = new Map(Object.entries(KINDS));

const SHOWN: readonly string[] = [
  "businessPhones",
  "displayName",
  "givenName",
  "jobTitle",
  "mail",
  "mobilePhone",
  "officeLocation",
  "preferredLanguage",
  "surname",
  "userPrincipalName",
  "id",
];

/** Masters of a synchronised user live elsewhere: Graph may only change these. */
export const CHANGEABLE_WHEN_SYNCED: readonly string[] = [
  "usageLocation",
  "passwordPolicies",
  "otherMails",
  "ageGroup",
  "consentProvidedForMinor",
];

/** What a request's body sets, checked property by property. */
export function readUserProperties(body: unknown): Result<JsonObject, GraphProblem> {
  if (!isJsonObject(body)) return fail(badRequest("The request body must be a JSON object."));
  for (const [name, value] of Object.entries(body)) {
    if (name.startsWith("@odata.")) continue;
    const kind = PROPERTIES.get(name);
    if (kind === undefined) return fail(badRequest(`Invalid property '${name}'.`));
    if (kind === "read-only") {
      return fail(badRequest(`Property '${name}' is read-only and cannot be set.`));
    }
    if (!fits(kind, value) || RULES[name]?.(value) === false) {
      return fail(
        invalidValue(name, `Invalid value specified for property '${name}' of resource 'User'.`),
      );
    }
  }
  return ok(Object.fromEntries(Object.entries(body).filter(([name]) => !name.includes("@"))));
}

/** Beyond their types. */
const RULES: Readonly<Record<string, (value: unknown) => boolean>> = {
  usageLocation: (value) => value === null || /^[A-Z]{2}$/i.test(String(value)),
  employeeId: (value) => String(value ?? "").length <= TENANT_LIMITS.employeeIdChars,
  businessPhones: (value) => Array.isArray(value) && value.length <= TENANT_LIMITS.businessPhones,
};

function fits(kind: Kind, value: unknown): boolean {
  if (kind === "yes-no") return typeof value === "boolean";
  if (kind === "object") return isJsonObject(value);
  if (kind === "texts") return Array.isArray(value) && value.every((text) => fits("text", text));
  if (value === null) return true;
  // Graph takes no empty text: whoever wants none says null.
  return (
    typeof value === "string" && value.length > 0 && value.length <= TENANT_LIMITS.propertyChars
  );
}

export const isUserProperty = (name: string): boolean => PROPERTIES.has(name);

/** A user as Graph shows it; `select` null for the usual properties. */
export function showUser(user: User, select: readonly string[] | null): JsonObject {
  const { acceptsAt: _hidden, passwordProfile: _never, ...open } = user;
  const all: JsonObject = open;
  return Object.fromEntries(
    (select ?? SHOWN).map((name) => [
      name,
      all[name] ?? (PROPERTIES.get(name) === "texts" ? [] : null),
    ]),
  );
}
