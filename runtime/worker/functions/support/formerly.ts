/** Whom an old name means when the account may have its new name already: a job that ended between
 *  the change and its answer comes again with the old one.
 *  F1. Whoever has the new name is taken for the same account only where that is proven: addresses
 *      belong to one account each, so one that has the old name among its addresses had it. */
import { ok, type Result } from "../../../contract/result.ts";
import type { Directory, DirectoryUser } from "../../../tenant/directory.ts";
import type { FunctionFailure } from "../../function.ts";
import { addressKey } from "./addresses.ts";
import { failedBy, failedWith } from "./failure.ts";
import { noUser } from "./find-user.ts";

export async function findRenamed(
  directory: Directory,
  oldName: string,
  newName: string | undefined,
): Promise<Result<DirectoryUser, FunctionFailure>> {
  const present = await directory.findUser(oldName);
  if (!present.ok) return failedBy(present.error);
  if (present.value !== null) return ok(present.value);
  if (newName === undefined) return noUser(oldName);
  const holder = await directory.findUser(newName, ["proxyAddresses"]);
  if (!holder.ok) return failedBy(holder.error);
  if (holder.value === null) return noUser(oldName);
  if (hadName(holder.value, oldName)) return ok(holder.value);
  const message =
    `The directory shows nobody called ${oldName}, and ${newName} is an account of which it does ` +
    `not show that it was called so. If it is another one, mend the names; if an earlier attempt ` +
    `renamed it, nothing is left to do. A step that names the account by UserId can tell.`;
  return failedWith("name_taken", message);
}

function hadName({ properties }: DirectoryUser, name: string): boolean {
  const addresses = properties["proxyAddresses"];
  if (!Array.isArray(addresses)) return false;
  const keys = new Set(namesOf(name).map(addressKey));
  return addresses.some((each) => keys.has(addressKey(String(each))));
}

const GUEST = /^(.+)_([^_]+)#EXT#@/i;

/** The name of a guest is made of its address. */
function namesOf(name: string): readonly string[] {
  const [, local, domain] = GUEST.exec(name) ?? [];
  return local === undefined ? [name] : [`${local}@${domain}`];
}
