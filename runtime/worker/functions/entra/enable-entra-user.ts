/** Enable-EntraUser: the account may sign in. */
import type { Tenant } from "../../../tenant/tenant.ts";
import type { WorkerFunction } from "../../function.ts";
import { SETS, tenantFunction } from "../support/tenant-function.ts";
import { aboutUser, keyOf } from "../support/user-params.ts";
import { letSignIn } from "../support/write-user.ts";

export const enableEntraUser = (tenant: Tenant): WorkerFunction =>
  tenantFunction(tenant, {
    ...SETS,
    name: "Enable-EntraUser",
    description: "Lets an account sign in.",
    capability: "entra",
    calls: ["directory.setAccountEnabled"],
    params: aboutUser({}),
    result: "Boolean",
    examples: [{ params: { UserPrincipalName: "ann@fabrikam.com" }, result: true }],
    run: ({ directory }, params) => letSignIn(directory, keyOf(params), true),
  });
