/** Remove-EntraGroupMember: somebody leaves a group. Who is not in it, or does not exist, has. */
import type { Tenant } from "../../../tenant/tenant.ts";
import type { WorkerFunction } from "../../function.ts";
import { inGroup, leave } from "../support/membership.ts";
import { SETS, tenantFunction } from "../support/tenant-function.ts";

export const removeEntraGroupMember = (tenant: Tenant): WorkerFunction =>
  tenantFunction(tenant, {
    ...SETS,
    name: "Remove-EntraGroupMember",
    description:
      "Takes a user out of a group; one who is not in it, or does not exist, is a success. " +
      "The user itself is not touched.",
    capability: "entra",
    calls: ["directory.findGroup", "directory.findUser", "directory.removeMember"],
    params: inGroup,
    result: "Boolean",
    examples: [
      {
        params: { UserPrincipalName: "ann@fabrikam.com", GroupName: "fabrikam-coexistence" },
        result: true,
      },
    ],
    run: leave,
  });
