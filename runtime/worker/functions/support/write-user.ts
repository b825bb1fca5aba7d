/** Properties of an account become what is given, whatever they are: a directory that shows an
 *  old state cannot keep a change from being made. */
import type { JsonObject } from "../../../contract/json-object.ts";
import type { Directory } from "../../../tenant/directory.ts";
import type { FunctionResult } from "../../function.ts";
import { failedBy } from "./failure.ts";
import { noUser } from "./find-user.ts";
import { DONE } from "./tenant-function.ts";

export async function writeUser(
  directory: Directory,
  key: string,
  properties: JsonObject,
): Promise<FunctionResult> {
  const written = await directory.updateUser(key, properties);
  if (written.ok) return DONE;
  return written.error.kind === "not-found" ? noUser(key) : failedBy(written.error);
}
