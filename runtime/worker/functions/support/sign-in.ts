/** Whether an account may sign in, as two functions need it. */
import type { TenantSession } from "../../../tenant/tenant.ts";
import type { FunctionResult } from "../../function.ts";
import { failedBy } from "./failure.ts";
import { findUser } from "./find-user.ts";
import { DONE } from "./tenant-function.ts";

export async function setSignIn(
  { directory }: TenantSession,
  key: string,
  accountEnabled: boolean,
): Promise<FunctionResult> {
  const user = await findUser(directory, key, ["accountEnabled"]);
  if (!user.ok) return user;
  const { id, properties } = user.value;
  if (properties["accountEnabled"] === accountEnabled) return DONE;
  const set = await directory.updateUser(id, { accountEnabled });
  return set.ok ? DONE : failedBy(set.error);
}
