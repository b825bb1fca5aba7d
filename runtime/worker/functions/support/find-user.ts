/** Who is meant, or the failure that says nobody is. Directories replicate: somebody who is
 *  missing now may be there at the next attempt, so this is a failure that may be tried again. */
import { ok, type Result } from "../../../contract/result.ts";
import type { Directory, DirectoryGroup, DirectoryUser } from "../../../tenant/directory.ts";
import type { Recipient } from "../../../tenant/exchange.ts";
import type { TenantSession } from "../../../tenant/tenant.ts";
import type { FunctionFailure } from "../../function.ts";
import { type Failed, failedBy, failedWith } from "./failure.ts";

type Found<Value> = Promise<Result<Value, FunctionFailure>>;

export async function findUser(
  directory: Directory,
  key: string,
  select?: readonly string[],
): Found<DirectoryUser> {
  const found = await directory.findUser(key, select);
  if (!found.ok) return failedBy(found.error);
  return found.value === null ? noUser(key) : ok(found.value);
}

export const noUser = (key: string): Failed =>
  failedWith("not_found", `The directory has no user ${key}, or does not show it yet.`);

export async function findGroup(directory: Directory, key: string): Found<DirectoryGroup> {
  const found = await directory.findGroup(key);
  if (!found.ok) return failedBy(found.error);
  return found.value === null
    ? failedWith("not_found", `The directory has no group ${key}.`)
    : ok(found.value);
}

export async function findRecipient({ exchange }: TenantSession, key: string): Found<Recipient> {
  const found = await exchange.findRecipient(key);
  if (!found.ok) return failedBy(found.error);
  return found.value === null
    ? failedWith("not_found", `Exchange has no recipient ${key}, or does not show it yet.`)
    : ok(found.value);
}
