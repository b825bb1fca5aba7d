/** Set-EntraUserUPN: another name for the same account. Where the account is named by the old
 *  name, an earlier attempt may have renamed it already: the old name is then nobody's and the
 *  new one somebody's, which is how things are to be. */
import type { Directory, DirectoryUser } from "../../../tenant/directory.ts";
import type { Tenant } from "../../../tenant/tenant.ts";
import type { FunctionResult, WorkerFunction } from "../../function.ts";
import { failedBy } from "../support/failure.ts";
import { findUser } from "../support/find-user.ts";
import { address } from "../support/params.ts";
import { CHANGES, DONE, tenantFunction } from "../support/tenant-function.ts";
import { aboutUser, keyOf } from "../support/user-params.ts";

export const setEntraUserUpn = (tenant: Tenant): WorkerFunction =>
  tenantFunction(tenant, {
    ...CHANGES,
    name: "Set-EntraUserUPN",
    description:
      "Renames an account. The new name must be in a verified domain of the tenant; accounts " +
      "that are synchronised from elsewhere are renamed there.",
    capability: "entra",
    calls: ["directory.findUser", "directory.updateUser"],
    params: aboutUser({ NewUserPrincipalName: address.describe("The name it is to have.") }),
    result: "Boolean",
    examples: [
      {
        params: {
          UserPrincipalName: "ann@fabrikam.onmicrosoft.com",
          NewUserPrincipalName: "ann@fabrikam.com",
        },
        result: true,
      },
    ],
    run: async ({ directory }, { NewUserPrincipalName: name, ...key }) => {
      const present = await directory.findUser(keyOf(key));
      if (!present.ok) return failedBy(present.error);
      if (present.value !== null) return rename(directory, present.value, name);
      const renamed = await findUser(directory, key.UserId ?? name);
      return renamed.ok ? DONE : renamed;
    },
  });

async function rename(
  directory: Directory,
  { id, userPrincipalName }: DirectoryUser,
  name: string,
): Promise<FunctionResult> {
  if (userPrincipalName.toLowerCase() === name.toLowerCase()) return DONE;
  const set = await directory.updateUser(id, { userPrincipalName: name });
  return set.ok ? DONE : failedBy(set.error);
}
