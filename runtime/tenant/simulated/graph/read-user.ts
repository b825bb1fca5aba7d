/** Reading users, one or many, as the directory shows them at present. */
import { answered, type Handler, json, type TenantRequest } from "../answer.ts";
import type { User } from "../objects.ts";
import { seeAll } from "../views.ts";
import type { Scene } from "../world.ts";
import { asOfNow, findUser } from "./find-object.ts";
import { notThere, refuse } from "./graph-errors.ts";
import { counted, type Listed, page } from "./pages.ts";
import { type QueryOptions, readQuery } from "./query-options.ts";
import { isUserProperty, showUser } from "./user-properties.ts";
import { contextOf } from "./write-user.ts";

export const getUser: Handler = (scene, request) => {
  const options = readUserQuery(request);
  if (!options.ok) return refuse(scene, request, options.error);
  const key = request.path[2] ?? "";
  const user = findUser(scene, "directory", key);
  if (user === null) return refuse(scene, request, notThere(key));
  const context = { "@odata.context": contextOf(scene, "users/$entity") };
  return answered(json(200, { ...context, ...showUser(user, options.value.select) }));
};

export const listUsers: Handler = (scene, request) => {
  const options = readUserQuery(request);
  if (!options.ok) return refuse(scene, request, options.error);
  const { select } = options.value;
  const show = (user: object) => showUser(user as User, select);
  return answered(page(scene, request, options.value, usersFor(scene, options.value), show));
};

export const countUsers: Handler = (scene, request) => {
  const options = readUserQuery(request);
  if (!options.ok) return refuse(scene, request, options.error);
  return answered(counted(scene, request, options.value, usersFor(scene, options.value)));
};

const readUserQuery = (request: TenantRequest) => readQuery(request, isUserProperty, "user");

/** A name leads to one user without looking at all of them. */
function* usersFor(scene: Scene, { userPrincipalName }: QueryOptions): Generator<Listed> {
  if (userPrincipalName !== null) {
    const user = findUser(scene, "directory", userPrincipalName);
    if (user !== null) yield { seq: Number.MAX_SAFE_INTEGER, object: user };
    return;
  }
  for (const { seq, value } of seeAll(scene, "directory", "users")) {
    yield { seq, object: asOfNow(value, scene.now) };
  }
}
