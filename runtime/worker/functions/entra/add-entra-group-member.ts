/** Add-EntraGroupMember: somebody joins a group. Who is in it already stays. */
import type { Tenant } from "../../../tenant/tenant.ts";
import type { WorkerFunction } from "../../function.ts";
import { inGroup, join } from "../support/membership.ts";
import { SETS, tenantFunction } from "../support/tenant-function.ts";

export const addEntraGroupMember = (tenant: Tenant): WorkerFunction =>
  tenantFunction(tenant, {
    ...SETS,
    name: "Add-EntraGroupMember",
    description: "Puts a user into a group; one who is in it already is a success.",
    capability: "entra",
    calls: ["directory.findGroup", "directory.findUser", "directory.addMember"],
    params: inGroup,
    result: "Boolean",
    examples: [
      {
        params: { UserPrincipalName: "ann@fabrikam.com", GroupName: "fabrikam-coexistence" },
        result: true,
      },
    ],
    run: join,
  });
