/** What was removed within the last thirty days: looking, bringing back, removing for good. */
import type { JsonObject } from "../../../contract/json-object.ts";
import { answered, EMPTY, type Handler, json } from "../answer.ts";
import { TENANT_LIMITS } from "../limits.ts";
import type { Change, Tables, User } from "../objects.ts";
import { see, seeAll } from "../views.ts";
import type { Scene } from "../world.ts";
import { isNameTaken, ownerOfAddress } from "./find-object.ts";
import { notThere, refuse } from "./graph-errors.ts";
import { type Listed, page } from "./pages.ts";
import { readQuery } from "./query-options.ts";
import { isUserProperty, showUser } from "./user-properties.ts";
import { taken } from "./value-errors.ts";
import { contextOf } from "./write-user.ts";

const DAY_MS = 86_400_000;

/** The name of a deleted user makes way: its id is put in front. */
const deletedShape = ({ id, user, deletedAt }: Deleted): User => ({
  ...user,
  userPrincipalName: `${id.replaceAll("-", "")}${user.userPrincipalName}`,
  deletedDateTime: deletedAt,
});

type Deleted = { readonly id: string; readonly user: User; readonly deletedAt: string };

const showDeleted = (user: User, select: readonly string[] | null): JsonObject => ({
  "@odata.type": "#microsoft.graph.user",
  ...showUser(user, select),
  deletedDateTime: user["deletedDateTime"],
});

export const listDeleted: Handler = (scene, request) => {
  const options = readQuery(request, isUserProperty, "user");
  if (!options.ok) return refuse(scene, request, options.error);
  const show = (user: object) => showDeleted(user as User, options.value.select);
  return answered(page(scene, request, options.value, deletedUsers(scene), show));
};

function* deletedUsers(scene: Scene): Generator<Listed> {
  for (const { seq, value } of seeAll(scene, "directory", "deletedUsers")) {
    if (isKept(scene, value)) yield { seq, object: deletedShape(value) };
  }
}

const isKept = ({ now }: Scene, { deletedAt }: Deleted): boolean =>
  now < Date.parse(deletedAt) + TENANT_LIMITS.deletedUserDays * DAY_MS;

function findDeleted(scene: Scene, id: string): Tables["deletedUsers"] | null {
  const deleted = see(scene, "directory", "deletedUsers", id);
  return deleted !== null && isKept(scene, deleted) ? deleted : null;
}

export const getDeleted: Handler = (scene, request) => {
  const id = request.path[3] ?? "";
  const deleted = findDeleted(scene, id);
  if (deleted === null) return refuse(scene, request, notThere(id));
  return answered(json(200, showDeleted(deletedShape(deleted), null)));
};

export const purgeDeleted: Handler = (scene, request) => {
  const id = request.path[3] ?? "";
  if (findDeleted(scene, id) === null) {
    return refuse(scene, request, notThere(id));
  }
  return answered(EMPTY, [{ table: "deletedUsers", key: id, value: null }]);
};

export const restoreDeleted: Handler = (scene, request) => {
  const id = request.path[3] ?? "";
  const deleted = findDeleted(scene, id);
  if (deleted === null) return refuse(scene, request, notThere(id));
  const { user, groups } = deleted;
  if (isNameTaken(scene, user.userPrincipalName, id)) {
    return refuse(scene, request, taken("userPrincipalName"));
  }
  if (user.proxyAddresses.some((address) => ownerOfAddress(scene, address, id) !== null)) {
    return refuse(scene, request, taken("proxyAddresses"));
  }
  const back = groups
    .filter((group) => see(scene, "truth", "groups", group) !== null)
    .map((group): Change => ({ table: "members", key: `${group}/${id}`, value: { kind: "user" } }));
  const shown = {
    "@odata.context": contextOf(scene, "directoryObjects/$entity"),
    ...showUser(user, null),
  };
  return answered(json(200, shown), [
    { table: "users", key: id, value: user },
    { table: "deletedUsers", key: id, value: null },
    ...back,
  ]);
};
