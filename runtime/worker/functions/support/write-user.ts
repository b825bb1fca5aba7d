/** Properties of an account become what is given, whatever they are: a directory that shows an
 *  old state cannot keep a change from being made. */
import type { JsonObject } from "../../../contract/json-object.ts";
import type { Answer, Directory } from "../../../tenant/directory.ts";
import type { FunctionResult } from "../../function.ts";
import { failedBy } from "./failure.ts";
import { noUser } from "./find-user.ts";
import { DONE } from "./tenant-function.ts";

export const writeUser = (
  directory: Directory,
  key: string,
  properties: JsonObject,
): Promise<FunctionResult> => written(key, directory.updateUser(key, properties));

export const letSignIn = (
  directory: Directory,
  key: string,
  isEnabled: boolean,
): Promise<FunctionResult> => written(key, directory.setAccountEnabled(key, isEnabled));

async function written(key: string, answer: Answer<void>): Promise<FunctionResult> {
  const end = await answer;
  if (end.ok) return DONE;
  return end.error.kind === "not-found" ? noUser(key) : failedBy(end.error);
}
