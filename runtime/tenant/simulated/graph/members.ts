/** Who is in which group: adding, removing, listing. */
import { isJsonObject } from "../../../contract/json-object.ts";
import { fail, ok, type Result } from "../../../contract/result.ts";
import { answered, type Decision, EMPTY, type Handler, type TenantRequest } from "../answer.ts";
import { TENANT_LIMITS } from "../limits.ts";
import type { Change, Group, User } from "../objects.ts";
import { hasRoom, see } from "../views.ts";
import type { Scene } from "../world.ts";
import { asOfNow, findGroup, findUser } from "./find-object.ts";
import { badRequest, type GraphProblem, notThere, refuse } from "./graph-errors.ts";
import { isGroupProperty, showGroup } from "./group-properties.ts";
import { allGroupsSeen, groupsSeen, membersSeen } from "./members-seen.ts";
import { type Listed, page } from "./pages.ts";
import { readQuery } from "./query-options.ts";
import { isUserProperty, showUser } from "./user-properties.ts";
import { deleteUser } from "./write-user.ts";

export const addMember: Handler = (scene, request) => {
  const id = isJsonObject(request.body) ? request.body["@odata.id"] : undefined;
  if (typeof id !== "string")
    return refuse(scene, request, badRequest("Invalid object identifier."));
  return bind(scene, request, [id]);
};

/** `PATCH /groups/{id}` with `members@odata.bind`. */
export const bindMembers: Handler = (scene, request) => {
  const bound = isJsonObject(request.body) ? request.body["members@odata.bind"] : undefined;
  const ids = Array.isArray(bound) ? bound.filter((id) => typeof id === "string") : [];
  if (ids.length === 0 || ids.length > TENANT_LIMITS.boundMembers) {
    return refuse(scene, request, badRequest("The request must bind between 1 and 20 members."));
  }
  return bind(scene, request, ids);
};

function bind(scene: Scene, request: TenantRequest, references: readonly string[]): Decision {
  const writable = writableGroup(scene, request);
  if (!writable.ok) return refuse(scene, request, writable.error);
  const group = writable.value;
  const changes: Change[] = [];
  for (const reference of references) {
    const id = /\/([^/]+)$/.exec(reference)?.[1] ?? reference;
    const user = findUser(scene, "directory", decodeURIComponent(id));
    const inner = user === null ? findGroup(scene, "directory", id) : null;
    const memberId = user?.id ?? inner?.id;
    if (memberId === undefined || memberId === group.id) {
      return refuse(scene, request, notThere(id));
    }
    const key = `${group.id}/${memberId}`;
    if (see(scene, "truth", "members", key) !== null) return refuse(scene, request, ALREADY);
    changes.push({ table: "members", key, value: { kind: user === null ? "group" : "user" } });
  }
  if (!hasRoom(scene, "members")) return refuse(scene, request, badRequest("Quota exceeded."));
  return answered(EMPTY, changes);
}

const ALREADY = badRequest(
  "One or more added object references already exist for the following modified properties: " +
    "'members'.",
);

/** Without `/$ref` the path names the user itself: Graph then deletes the user. So do we. */
export const removeMember: Handler = (scene, request) => {
  const [, , , , memberId = "", ref] = request.path;
  if (ref !== "$ref") {
    return deleteUser(scene, { ...request, path: ["v1.0", "users", memberId] });
  }
  const writable = writableGroup(scene, request);
  if (!writable.ok) return refuse(scene, request, writable.error);
  const group = writable.value;
  const key = `${group.id}/${memberId.toLowerCase()}`;
  if (see(scene, "truth", "members", key) === null) {
    return refuse(scene, request, notThere(memberId));
  }
  return answered(EMPTY, [{ table: "members", key, value: null }]);
};

function writableGroup(scene: Scene, request: TenantRequest): Result<Group, GraphProblem> {
  const id = request.path[2] ?? "";
  const group = findGroup(scene, "directory", id);
  if (group === null) return fail(notThere(id));
  if (group.mailEnabled && !group.groupTypes.includes("Unified")) {
    return fail(
      badRequest("Cannot Update a mail-enabled security groups and or distribution list."),
    );
  }
  if (group.groupTypes.includes("DynamicMembership")) {
    return fail(badRequest("Membership of a dynamic group cannot be changed."));
  }
  return group["onPremisesSyncEnabled"] === true ? fail(MASTERED_ELSEWHERE) : ok(group);
}

const MASTERED_ELSEWHERE = badRequest(
  "Unable to update the specified properties for on-premises mastered Directory Sync objects " +
    "or objects currently undergoing migration.",
);

export const listMembers: Handler = (scene, request) => {
  const id = request.path[2] ?? "";
  const group = findGroup(scene, "directory", id);
  if (group === null) return refuse(scene, request, notThere(id));
  const members = membersSeen(scene, "directory", group.id);
  return list(
    scene,
    request,
    inOrder(scene, "members", members, (id) => `${group.id}/${id}`),
  );
};

export const listMemberOf: Handler = (scene, request) => {
  const key = request.path[2] ?? "";
  const user = findUser(scene, "directory", key);
  if (user === null) return refuse(scene, request, notThere(key));
  const groups =
    request.path[3] === "memberOf"
      ? groupsSeen(scene, user.id)
      : [...allGroupsSeen(scene, user.id)];
  return list(
    scene,
    request,
    inOrder(scene, "groups", groups, (id) => id),
  );
};

type Placed = { readonly id: string; readonly seq: number };

/** By the place of a row that stays when others go: pages are cut by it. */
const inOrder = (
  { world }: Scene,
  table: "members" | "groups",
  ids: readonly string[],
  keyOf: (id: string) => string,
): readonly Placed[] =>
  ids
    .map((id) => ({ id, seq: world.tables[table].get(keyOf(id))?.seq ?? -1 }))
    .toSorted((a, b) => a.seq - b.seq);

function list(scene: Scene, request: TenantRequest, ids: readonly Placed[]): Decision {
  const isProperty = (name: string) => isUserProperty(name) || isGroupProperty(name);
  const options = readQuery(request, isProperty, "directoryObject");
  if (!options.ok) return refuse(scene, request, options.error);
  const { select } = options.value;
  const show = (object: object) =>
    "userPrincipalName" in object
      ? { "@odata.type": "#microsoft.graph.user", ...showUser(object as User, select) }
      : { "@odata.type": "#microsoft.graph.group", ...showGroup(object as Group, select) };
  return answered(page(scene, request, options.value, objectsOf(scene, ids), show));
}

function* objectsOf(scene: Scene, ids: readonly Placed[]): Generator<Listed> {
  for (const { seq, id } of ids) {
    const user = see(scene, "directory", "users", id);
    const object = user === null ? see(scene, "directory", "groups", id) : asOfNow(user, scene.now);
    if (object !== null) yield { seq, object };
  }
}
