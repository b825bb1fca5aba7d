/** Set-EntraUserUPN: another name for the same account. Named by its id, it gets the name whatever
 *  it is called. Named by its old name, which an earlier attempt may have changed already, it must
 *  be proven that whoever has the new one is the same: nobody else's name is taken for done. */
import type { Tenant } from "../../../tenant/tenant.ts";
import type { WorkerFunction } from "../../function.ts";
import { findRenamed } from "../support/formerly.ts";
import { address } from "../support/params.ts";
import { SETS, tenantFunction } from "../support/tenant-function.ts";
import { aboutUser, keyOf } from "../support/user-params.ts";
import { writeUser } from "../support/write-user.ts";

export const setEntraUserUpn = (tenant: Tenant): WorkerFunction =>
  tenantFunction(tenant, {
    ...SETS,
    name: "Set-EntraUserUPN",
    description:
      "Renames an account. The new name must be in a verified domain of the tenant; accounts " +
      "that are synchronised from elsewhere are renamed there. Name the account by UserId where " +
      "it can be: by its old name, a repeat can only tell that the name is gone.",
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
      const userPrincipalName = name;
      if (key.UserId !== undefined) return writeUser(directory, key.UserId, { userPrincipalName });
      const user = await findRenamed(directory, keyOf(key), name);
      return user.ok ? writeUser(directory, user.value.id, { userPrincipalName }) : user;
    },
  });
