/** How Azure's resource manager says no. */
import { answered, type Decision, json } from "../answer.ts";

export const armFailed = (status: number, code: string, message: string): Decision =>
  answered(json(status, { error: { code, message } }));

export const noResource = (id: string): Decision =>
  armFailed(404, "ResourceNotFound", `The Resource '${id}' was not found.`);
