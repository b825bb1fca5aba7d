/** How Azure's resource manager says no. */
import { answered, type Decision, json } from "../answer.ts";
import { GROUP_TYPE, type ResourceId } from "./resource-ids.ts";

export const armFailed = (status: number, code: string, message: string): Decision =>
  answered(json(status, { error: { code, message } }));

export const noResource = (id: string): Decision =>
  armFailed(404, "ResourceNotFound", `The Resource '${id}' was not found.`);

export const noResourceType = (): Decision =>
  armFailed(404, "InvalidResourceType", "No such resource type.");

export const noGroup = (group: string): Decision =>
  armFailed(404, "ResourceGroupNotFound", `Resource group '${group}' could not be found.`);

export function beingDeleted({ id, type, group }: ResourceId): Decision {
  if (type !== GROUP_TYPE) {
    return armFailed(409, "Conflict", `The resource '${id}' is being deleted.`);
  }
  const message =
    `The resource group '${group}' is in deprovisioning state ` +
    "and cannot perform this operation.";
  return armFailed(409, "ResourceGroupBeingDeleted", message);
}
