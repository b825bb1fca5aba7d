/** The question of transitive membership: all groups of a user, or which of some. */
import { isJsonObject } from "../../../contract/json-object.ts";
import { answered, type Handler, json } from "../answer.ts";
import { TENANT_LIMITS } from "../limits.ts";
import { findUser } from "./find-object.ts";
import { badRequest, notThere, refuse } from "./graph-errors.ts";
import { allGroupsSeen } from "./members-seen.ts";

export const checkMemberGroups: Handler = (scene, request) => {
  const key = request.path[2] ?? "";
  const user = findUser(scene, "directory", key);
  if (user === null) return refuse(scene, request, notThere(key));
  const asked = isJsonObject(request.body) ? request.body["groupIds"] : undefined;
  if (!Array.isArray(asked) || !asked.every((id) => typeof id === "string")) {
    return refuse(
      scene,
      request,
      badRequest("The value 'groupIds' must be a list of identifiers."),
    );
  }
  if (asked.length > TENANT_LIMITS.checkedGroups) {
    const most = TENANT_LIMITS.checkedGroups;
    const message = `Too many values specified for property 'groupIds': at most ${most}.`;
    return refuse(scene, request, badRequest(message));
  }
  const groups = allGroupsSeen(scene, user.id);
  return answered(json(200, { value: asked.filter((id) => groups.has(id.toLowerCase())) }));
};

export const getMemberGroups: Handler = (scene, request) => {
  const key = request.path[2] ?? "";
  const user = findUser(scene, "directory", key);
  if (user === null) return refuse(scene, request, notThere(key));
  return answered(json(200, { value: [...allGroupsSeen(scene, user.id)] }));
};
