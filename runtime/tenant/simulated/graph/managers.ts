/** Who reports to whom. */
import { isJsonObject } from "../../../contract/json-object.ts";
import { answered, EMPTY, type Handler, json } from "../answer.ts";
import { see } from "../views.ts";
import { findUser } from "./find-object.ts";
import { badRequest, notThere, refuse } from "./graph-errors.ts";
import { showUser } from "./user-properties.ts";

export const getManager: Handler = (scene, request) => {
  const key = request.path[2] ?? "";
  const user = findUser(scene, "directory", key);
  const reference = user === null ? null : see(scene, "directory", "managers", user.id);
  const manager = reference === null ? null : findUser(scene, "directory", reference.id);
  if (manager === null) return refuse(scene, request, notThere("manager"));
  const type = { "@odata.type": "#microsoft.graph.user" };
  return answered(json(200, { ...type, ...showUser(manager, null) }));
};

export const setManager: Handler = (scene, request) => {
  const key = request.path[2] ?? "";
  const user = findUser(scene, "directory", key);
  if (user === null) return refuse(scene, request, notThere(key));
  const reference = isJsonObject(request.body) ? request.body["@odata.id"] : undefined;
  if (typeof reference !== "string") {
    return refuse(scene, request, badRequest("Invalid object identifier."));
  }
  const id = reference.slice(reference.lastIndexOf("/") + 1);
  const manager = findUser(scene, "directory", id);
  if (manager === null || manager.id === user.id) return refuse(scene, request, notThere(id));
  return answered(EMPTY, [{ table: "managers", key: user.id, value: { id: manager.id } }]);
};

export const removeManager: Handler = (scene, request) => {
  const key = request.path[2] ?? "";
  const user = findUser(scene, "directory", key);
  if (user === null || see(scene, "truth", "managers", user.id) === null) {
    return refuse(scene, request, notThere(key));
  }
  return answered(EMPTY, [{ table: "managers", key: user.id, value: null }]);
};
