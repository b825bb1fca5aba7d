/** Locks: on a resource, on its group or on the subscription, each for all that is below. */
import { isJsonObject } from "../../../contract/json-object.ts";
import { answered, type Decision, EMPTY, json, type TenantRequest } from "../answer.ts";
import type { Tables } from "../objects.ts";
import { see, seeAll } from "../views.ts";
import type { Scene } from "../world.ts";
import { armFailed, beingDeleted, noGroup, noResource, noResourceType } from "./arm-errors.ts";
import { GROUP_TYPE, isWithin, resourceIdOf } from "./resource-ids.ts";
import { findResource } from "./resource-state.ts";

type Lock = Tables["locks"];

/** The part of a path in front of `providers/Microsoft.Authorization/locks`; null without it. */
export function lockPath(path: readonly string[]): {
  readonly scope: readonly string[];
  readonly name: string | null;
} | null {
  const at = path.findLastIndex((part) => part.toLowerCase() === "locks");
  const isLock =
    at >= 2 &&
    path[at - 1]?.toLowerCase() === "microsoft.authorization" &&
    path[at - 2]?.toLowerCase() === "providers" &&
    path.length <= at + 2;
  return isLock ? { scope: path.slice(0, at - 2), name: path[at + 1] ?? null } : null;
}

export function locks(
  scene: Scene,
  request: TenantRequest,
  at: { readonly scope: readonly string[]; readonly name: string | null },
): Decision {
  const scope = `/${at.scope.join("/")}`;
  if (at.name === null) {
    if (request.method !== "GET") return armFailed(405, "MethodNotAllowed", "Not for locks.");
    const listed = [...seeAll(scene, "truth", "locks")]
      .map(({ value }) => value)
      .filter((lock) => isWithin(lock.scope, scope.toLowerCase()));
    return answered(json(200, { value: listed.map(showLock) }));
  }
  const id = `${scope}/providers/Microsoft.Authorization/locks/${at.name}`;
  const key = id.toLowerCase();
  const known = see(scene, "truth", "locks", key);
  if (request.method === "PUT") {
    const problem = scopeProblem(scene, at.scope);
    if (problem !== null) return problem;
    return putLock(request, { id, key, scope, name: at.name }, known);
  }
  if (known === null) {
    return request.method === "DELETE"
      ? answered(EMPTY)
      : armFailed(404, "LockNotFound", `The lock '${at.name}' was not found.`);
  }
  if (request.method === "GET") return answered(json(200, showLock(known)));
  if (request.method !== "DELETE") return armFailed(405, "MethodNotAllowed", "Not for locks.");
  return answered(json(200, {}), [{ table: "locks", key, value: null }]);
}

/** The subscription, or what is in it and stays. */
function scopeProblem(scene: Scene, scope: readonly string[]): Decision | null {
  if (scope.length === 2) return null;
  const of = resourceIdOf(scope);
  if (of === null) return noResourceType();
  const found = findResource(scene, of.key);
  if (found !== null) return found.deletedAt === null ? null : beingDeleted(of);
  return of.type === GROUP_TYPE ? noGroup(of.group) : noResource(of.id);
}

function putLock(
  { body }: TenantRequest,
  lock: {
    readonly id: string;
    readonly key: string;
    readonly scope: string;
    readonly name: string;
  },
  known: Lock | null,
): Decision {
  const properties =
    isJsonObject(body) && isJsonObject(body["properties"]) ? body["properties"] : {};
  const level = properties["level"];
  if (level !== "CanNotDelete" && level !== "ReadOnly") {
    return armFailed(400, "InvalidLock", "The level must be CanNotDelete or ReadOnly.");
  }
  const { id, name } = lock;
  const notes = typeof properties["notes"] === "string" ? properties["notes"] : "";
  const value: Lock = { id, scope: lock.scope.toLowerCase(), name, level, notes };
  const status = known === null ? 201 : 200;
  return answered(json(status, showLock(value)), [{ table: "locks", key: lock.key, value }]);
}

const showLock = ({ id, name, level, notes }: Lock) => ({
  id,
  name,
  type: "Microsoft.Authorization/locks",
  properties: { level, notes },
});

/** What keeps a resource from being removed (with all below it) or changed; null when nothing. */
export function lockAgainst(scene: Scene, key: string, what: "delete" | "write"): Lock | null {
  for (const { value } of seeAll(scene, "truth", "locks")) {
    const isAbove = isWithin(key, value.scope);
    const isBelow = what === "delete" && isWithin(value.scope, key);
    if ((isAbove || isBelow) && (what === "delete" || value.level === "ReadOnly")) return value;
  }
  return null;
}
