/** Groups themselves: finding, creating, removing. */
import { isJsonObject } from "../../../contract/json-object.ts";
import { answered, EMPTY, type Handler, json } from "../answer.ts";
import { idOf } from "../chance.ts";
import type { Change, Group } from "../objects.ts";
import { hasRoom, seeAll } from "../views.ts";
import type { Scene } from "../world.ts";
import { findGroup, ownerOfAddress } from "./find-object.ts";
import { badRequest, notThere, refuse } from "./graph-errors.ts";
import { isGroupProperty, showGroup } from "./group-properties.ts";
import { membersSeen } from "./members-seen.ts";
import { counted, type Listed, page } from "./pages.ts";
import { readQuery } from "./query-options.ts";
import { invalidValue, taken } from "./value-errors.ts";
import { contextOf } from "./write-user.ts";

export const getGroup: Handler = (scene, request) => {
  const options = readQuery(request, isGroupProperty, "group");
  if (!options.ok) return refuse(scene, request, options.error);
  const id = request.path[2] ?? "";
  const group = findGroup(scene, "directory", id);
  if (group === null) return refuse(scene, request, notThere(id));
  const context = { "@odata.context": contextOf(scene, "groups/$entity") };
  return answered(json(200, { ...context, ...showGroup(group, options.value.select) }));
};

export const listGroups: Handler = (scene, request) => {
  const options = readQuery(request, isGroupProperty, "group");
  if (!options.ok) return refuse(scene, request, options.error);
  const show = (group: object) => showGroup(group as Group, options.value.select);
  return answered(page(scene, request, options.value, groupsOf(scene), show));
};

export const countGroups: Handler = (scene, request) => {
  const options = readQuery(request, isGroupProperty, "group");
  if (!options.ok) return refuse(scene, request, options.error);
  return answered(counted(scene, request, options.value, groupsOf(scene)));
};

function* groupsOf(scene: Scene): Generator<Listed> {
  for (const { seq, value } of seeAll(scene, "directory", "groups")) yield { seq, object: value };
}

/** Display names of groups need not be unique: two requests make two groups. */
export const createGroup: Handler = (scene, request) => {
  const body = isJsonObject(request.body) ? request.body : {};
  for (const name of ["displayName", "mailNickname", "mailEnabled", "securityEnabled"]) {
    if (body[name] === undefined) {
      const message = `A value is required for property '${name}' of resource 'Group'.`;
      return refuse(scene, request, invalidValue(name, message));
    }
  }
  const groupTypes = Array.isArray(body["groupTypes"]) ? body["groupTypes"].map(String) : [];
  const isUnified = groupTypes.includes("Unified");
  if (body["mailEnabled"] === true && !isUnified) {
    return refuse(
      scene,
      request,
      badRequest(
        "The service does not currently support writes of mail-enabled groups. Please ensure " +
          "that the mail-enablement property is unset and the security-enablement property is set.",
      ),
    );
  }
  if (!hasRoom(scene, "groups")) return refuse(scene, request, badRequest("Quota exceeded."));
  const mail = isUnified
    ? `${String(body["mailNickname"])}@${scene.world.settings.domains[0]}`
    : null;
  if (mail !== null && ownerOfAddress(scene, mail, "") !== null) {
    return refuse(scene, request, taken("mailNickname"));
  }
  const group: Group = {
    id: freshGroupId(scene, String(body["displayName"])),
    displayName: String(body["displayName"]),
    description: typeof body["description"] === "string" ? body["description"] : null,
    mailNickname: String(body["mailNickname"]),
    mail,
    mailEnabled: isUnified,
    securityEnabled: body["securityEnabled"] === true,
    groupTypes,
    proxyAddresses: mail === null ? [] : [`SMTP:${mail}`],
    createdDateTime: new Date(scene.now).toISOString(),
  };
  const shown = { "@odata.context": contextOf(scene, "groups/$entity"), ...showGroup(group, null) };
  return answered(json(201, shown), [{ table: "groups", key: group.id, value: group }]);
};

function freshGroupId(scene: Scene, displayName: string): string {
  for (let generation = 0; ; generation++) {
    const id = idOf(scene.world.settings.seed, "group", displayName, generation);
    if (!scene.world.tables.groups.has(id)) return id;
  }
}

export const deleteGroup: Handler = (scene, request) => {
  const id = request.path[2] ?? "";
  const group = findGroup(scene, "directory", id);
  if (group === null) return refuse(scene, request, notThere(id));
  const gone = (key: string): Change => ({ table: "members", key, value: null });
  const parents = scene.world.indexes.groupsOf.get(group.id) ?? [];
  return answered(EMPTY, [
    { table: "groups", key: group.id, value: null },
    ...membersSeen(scene, "truth", group.id).map((member) => gone(`${group.id}/${member}`)),
    ...[...parents].map((parent) => gone(`${parent}/${group.id}`)),
  ]);
};
