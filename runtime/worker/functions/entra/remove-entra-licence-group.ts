/** Remove-EntraLicenceGroup: gives a licence back by leaving the group that carries it. */
import type { Tenant } from "../../../tenant/tenant.ts";
import type { WorkerFunction } from "../../function.ts";
import { inGroup, leave } from "../support/membership.ts";
import { SETS, tenantFunction } from "../support/tenant-function.ts";

export const removeEntraLicenceGroup = (tenant: Tenant): WorkerFunction =>
  tenantFunction(tenant, {
    ...SETS,
    name: "Remove-EntraLicenceGroup",
    description:
      "Takes a user out of a group that carries a licence. The country of use stays as it is.",
    capability: "entra",
    calls: ["directory.findGroup", "directory.findUser", "directory.removeMember"],
    params: inGroup,
    result: "Boolean",
    examples: [
      { params: { UserPrincipalName: "ann@fabrikam.com", GroupName: "licence-e3" }, result: true },
    ],
    run: leave,
  });
