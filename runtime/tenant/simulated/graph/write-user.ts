/** Creating, changing and removing users. A removed user waits thirty days among the deleted
 *  items, under a name that frees the old one. */
import { isJsonObject, type JsonObject } from "../../../contract/json-object.ts";
import { answered, EMPTY, type Handler, json, type TenantRequest } from "../answer.ts";
import { idOf } from "../chance.ts";
import { TENANT_LIMITS } from "../limits.ts";
import type { Change, User } from "../objects.ts";
import { hasRoom, see } from "../views.ts";
import type { Scene } from "../world.ts";
import { findUser, isNameTaken, ownerOfAddress, withPrimary } from "./find-object.ts";
import { badRequest, type GraphProblem, notThere, refuse } from "./graph-errors.ts";
import { CHANGEABLE_WHEN_SYNCED, readUserProperties, showUser } from "./user-properties.ts";
import { invalidValue, taken } from "./value-errors.ts";

const REQUIRED = [
  "accountEnabled",
  "displayName",
  "mailNickname",
  "passwordProfile",
  "userPrincipalName",
];

export const createUser: Handler = (scene, request) => {
  const properties = readUserProperties(request.body);
  if (!properties.ok) return refuse(scene, request, properties.error);
  const body = properties.value;
  const missing = REQUIRED.find((name) => body[name] === undefined || body[name] === null);
  if (missing !== undefined) {
    const message = `A value is required for property '${missing}' of resource 'User'.`;
    return refuse(scene, request, invalidValue(missing, message));
  }
  const problem = problemOf(scene, body, "");
  if (problem !== null) return refuse(scene, request, problem);
  if (!hasRoom(scene, "users")) return refuse(scene, request, QUOTA);
  const user = newUser(scene, body);
  const shown = { "@odata.context": contextOf(scene, "users/$entity"), ...showUser(user, null) };
  const location = `${scene.world.settings.origin}/graph/v1.0/users/${user.id}`;
  return answered(json(201, shown, { location }), [{ table: "users", key: user.id, value: user }]);
};

export const updateUser: Handler = (scene, request) => {
  const key = request.path[2] ?? "";
  const user = findUser(scene, "directory", key);
  const current = user === null ? null : see(scene, "truth", "users", user.id);
  if (current === null) return refuse(scene, request, notThere(key));
  const properties = readUserProperties(request.body);
  if (!properties.ok) return refuse(scene, request, properties.error);
  const body = properties.value;
  const problem = syncedProblem(current, body) ?? problemOf(scene, body, current.id);
  if (problem !== null) return refuse(scene, request, problem);
  const value = { ...current, ...shapeOf(body, current) } as User;
  return answered(EMPTY, [{ table: "users", key: current.id, value }]);
};

/** What a lesser permission is enough for. */
export const setsAccountEnabledAlone = ({ body }: TenantRequest): boolean =>
  isJsonObject(body) && Object.keys(body).every((name) => name === "accountEnabled");

export const deleteUser: Handler = (scene, request) => {
  const key = request.path[2] ?? "";
  const user = findUser(scene, "directory", key);
  const current = user === null ? null : see(scene, "truth", "users", user.id);
  if (current === null) return refuse(scene, request, notThere(key));
  return answered(EMPTY, removal(scene, current));
};

/** All that goes when a user goes. */
function removal(scene: Scene, user: User): readonly Change[] {
  const groups = [...(scene.world.indexes.groupsOf.get(user.id) ?? [])].filter(
    (group) => see(scene, "truth", "members", `${group}/${user.id}`) !== null,
  );
  const deleted = {
    id: user.id,
    user,
    deletedAt: new Date(scene.now).toISOString(),
    groups,
  };
  return [
    { table: "users", key: user.id, value: null },
    { table: "deletedUsers", key: user.id, value: deleted },
    ...groups.map(
      (group): Change => ({ table: "members", key: `${group}/${user.id}`, value: null }),
    ),
  ];
}

/** Without mail there is no primary address either. */
const asSecondary = (address: string): string => address.replace(/^SMTP:/, "smtp:");

const QUOTA: GraphProblem = {
  status: 403,
  code: "Directory_QuotaExceeded",
  message: "The directory object quota limit for the Tenant has been exceeded.",
};

export const contextOf = (scene: Scene, what: string): string =>
  `${scene.world.settings.origin}/graph/v1.0/$metadata#${what}`;

/** An id is made of the name it was asked for, so that the order of requests does not matter. */
export function freshUserId(scene: Scene, name: string): string {
  const { seed } = scene.world.settings;
  for (let generation = 0; ; generation++) {
    const id = idOf(seed, "user", name.toLowerCase(), generation);
    if (!scene.world.tables.users.has(id)) return id;
  }
}

function newUser(scene: Scene, body: JsonObject): User {
  const name = String(body["userPrincipalName"]);
  const base = {
    id: freshUserId(scene, name),
    userPrincipalName: name,
    displayName: String(body["displayName"]),
    mail: null,
    proxyAddresses: [],
    userType: "Member" as const,
    createdDateTime: new Date(scene.now).toISOString(),
    creationType: null,
  };
  return { ...base, ...shapeOf(body, base) } as User;
}

/** What a body sets, with what follows from it. Passwords are never kept. */
function shapeOf(body: JsonObject, before: Pick<User, "proxyAddresses">): JsonObject {
  const { passwordProfile: _secret, ...open } = body;
  const mail = open["mail"];
  if (mail === null) return { ...open, proxyAddresses: before.proxyAddresses.map(asSecondary) };
  if (typeof mail !== "string") return open;
  return { ...open, proxyAddresses: withPrimary(before.proxyAddresses, mail) };
}

function syncedProblem(user: User, body: JsonObject): GraphProblem | null {
  if (user["onPremisesSyncEnabled"] !== true) return null;
  const mastered = Object.keys(body).some((name) => !CHANGEABLE_WHEN_SYNCED.includes(name));
  if (!mastered) return null;
  return badRequest(
    "Unable to update the specified properties for on-premises mastered Directory Sync objects " +
      "or objects currently undergoing migration.",
  );
}

function problemOf(scene: Scene, body: JsonObject, id: string): GraphProblem | null {
  const name = body["userPrincipalName"];
  if (name !== undefined) {
    const problem = nameProblem(scene, name, id);
    if (problem !== null) return problem;
  }
  const displayName = body["displayName"];
  if (typeof displayName === "string" && displayName.length > TENANT_LIMITS.displayNameChars) {
    return invalidValue(
      "displayName",
      "Invalid value specified for property 'displayName' of resource 'User'.",
    );
  }
  const password = isJsonObject(body["passwordProfile"]) ? body["passwordProfile"]["password"] : "";
  if (
    body["passwordProfile"] !== undefined &&
    (typeof password !== "string" || password.length < 8)
  ) {
    const message = "The specified password does not comply with password complexity requirements.";
    return invalidValue("password", message);
  }
  const mail = body["mail"];
  const isTaken = typeof mail === "string" && ownerOfAddress(scene, mail, id) !== null;
  return isTaken ? taken("proxyAddresses") : null;
}

const NAME = /^[A-Za-z0-9'.\-_!#^~]+@[A-Za-z0-9.-]+$/;

export function nameProblem(scene: Scene, name: unknown, exceptId: string): GraphProblem | null {
  const isName =
    typeof name === "string" &&
    name.length <= TENANT_LIMITS.userPrincipalNameChars &&
    NAME.test(name);
  if (!isName) {
    const message = "Property userPrincipalName is invalid.";
    return invalidValue("userPrincipalName", message);
  }
  const domain = name.slice(name.lastIndexOf("@") + 1).toLowerCase();
  if (!scene.world.settings.domains.includes(domain)) {
    const message =
      "The domain portion of the userPrincipalName property is invalid. You must use one of " +
      "the verified domain names in your organization.";
    return invalidValue("userPrincipalName", message);
  }
  return isNameTaken(scene, name, exceptId) ? taken("userPrincipalName") : null;
}
