/** Making, changing and removing resources. Each takes a while to come and to go; what is removed
 *  takes with it all that is below it. */
import { isJsonObject } from "../../../contract/json-object.ts";
import { ok } from "../../../contract/result.ts";
import { answered, type Decision, json, type TenantRequest } from "../answer.ts";
import { chanceOf, wholeBetween } from "../chance.ts";
import type { Change } from "../objects.ts";
import { hasRoom } from "../views.ts";
import type { Scene } from "../world.ts";
import { armFailed, beingDeleted, noGroup, noResource } from "./arm-errors.ts";
import { lockAgainst } from "./locks.ts";
import { comingHeaders, goingHeaders } from "./operations.ts";
import { GROUP_TYPE, isWithin, type ResourceId } from "./resource-ids.ts";
import { allResources, findResource, type Resource, showResource } from "./resource-state.ts";
import { tagsOf } from "./tags.ts";

export function oneResource(scene: Scene, request: TenantRequest, of: ResourceId): Decision {
  const known = findResource(scene, of.key);
  switch (request.method) {
    case "GET":
      return known === null
        ? noResource(of.id)
        : answered(json(200, showResource(known, scene.now)));
    case "PUT":
      return putResource(scene, request, of, known);
    case "PATCH":
      return known === null ? noResource(of.id) : patchResource(scene, request, of, known);
    case "DELETE":
      return deleteResource(scene, of, known);
    default:
      return armFailed(405, "MethodNotAllowed", "The resource does not know this method.");
  }
}

function putResource(
  scene: Scene,
  { body }: TenantRequest,
  of: ResourceId,
  known: Resource | null,
): Decision {
  const problem = lockedProblem(scene, of, "write") ?? goingProblem(scene, of, known);
  if (problem !== null) return problem;
  if (!isJsonObject(body) || typeof body["location"] !== "string") {
    return armFailed(
      400,
      "LocationRequired",
      "The location property is required for this definition.",
    );
  }
  const tags = tagsOf(body["tags"]);
  if (!tags.ok) return armFailed(400, "InvalidTags", tags.error);
  if (!hasRoom(scene, "resources")) return armFailed(409, "QuotaExceeded", "Quota exceeded.");
  const { location, tags: _tags, properties, ...more } = body;
  const value: Resource = {
    id: known?.id ?? of.id,
    name: of.name,
    type: of.type,
    location: String(location),
    tags: tags.value,
    properties: isJsonObject(properties) ? properties : {},
    more,
    createdAt: known?.createdAt ?? scene.now,
    readyAt: known?.readyAt ?? scene.now + provisionMs(scene, of.key, "create"),
    deletedAt: null,
  };
  const status = known === null ? 201 : 200;
  const headers = value.readyAt > scene.now ? comingHeaders(scene, of, value.location) : {};
  return answered(json(status, showResource(value, scene.now), headers), [
    { table: "resources", key: of.key, value },
  ]);
}

function patchResource(
  scene: Scene,
  { body }: TenantRequest,
  of: ResourceId,
  known: Resource,
): Decision {
  const problem = lockedProblem(scene, of, "write") ?? goingProblem(scene, of, known);
  if (problem !== null) return problem;
  const changes = isJsonObject(body) ? body : {};
  const tags = changes["tags"] === undefined ? ok(known.tags) : tagsOf(changes["tags"]);
  if (!tags.ok) return armFailed(400, "InvalidTags", tags.error);
  const set = isJsonObject(changes["properties"]) ? changes["properties"] : {};
  const value = { ...known, tags: tags.value, properties: { ...known.properties, ...set } };
  return answered(json(200, showResource(value, scene.now)), [
    { table: "resources", key: of.key, value },
  ]);
}

function deleteResource(scene: Scene, of: ResourceId, known: Resource | null): Decision {
  if (known === null) return answered({ status: 204, headers: {}, body: null });
  const problem = lockedProblem(scene, of, "delete");
  if (problem !== null) return problem;
  const readyAt = scene.now + provisionMs(scene, of.key, "delete");
  const changes = [...allResources(scene, "truth")]
    .filter(({ key, resource }) => isWithin(key, of.key) && resource.deletedAt === null)
    .map(
      ({ key, resource }): Change => ({
        table: "resources",
        key,
        value: { ...resource, deletedAt: scene.now, readyAt },
      }),
    );
  if (readyAt === scene.now) return answered({ status: 200, headers: {}, body: null }, changes);
  const headers = goingHeaders(scene, of);
  return answered({ status: 202, headers, body: null }, changes);
}

/** What is going takes no changes, and takes in nothing new. */
function goingProblem(scene: Scene, of: ResourceId, known: Resource | null): Decision | null {
  if (of.type !== GROUP_TYPE) {
    const key = of.key.split("/").slice(0, 5).join("/");
    const group = findResource(scene, key);
    if (group === null) return noGroup(of.group);
    if (group.deletedAt !== null) return beingDeleted({ ...of, type: GROUP_TYPE });
  }
  return known === null || known.deletedAt === null ? null : beingDeleted(of);
}

function lockedProblem(scene: Scene, of: ResourceId, what: "delete" | "write"): Decision | null {
  const lock = lockAgainst(scene, of.key, what);
  if (lock === null) return null;
  const message =
    `The scope '${of.id}' cannot perform ${what} operation because following scope(s) ` +
    `are locked: '${lock.scope}'. Please remove the lock and try again.`;
  return armFailed(409, "ScopeLocked", message);
}

function provisionMs(scene: Scene, key: string, what: string): number {
  const { settings, faults } = scene.world;
  const luck = chanceOf(settings.seed, "provision", what, key);
  return wholeBetween(...faults.profile.provisionSec, luck) * 1_000;
}
