/** Disable-EntraUser: the account may not sign in. What it is signed in to ends by itself, within
 *  the hour. */
import type { Tenant } from "../../../tenant/tenant.ts";
import type { WorkerFunction } from "../../function.ts";
import { SETS, tenantFunction } from "../support/tenant-function.ts";
import { aboutUser, keyOf } from "../support/user-params.ts";
import { letSignIn } from "../support/write-user.ts";

export const disableEntraUser = (tenant: Tenant): WorkerFunction =>
  tenantFunction(tenant, {
    ...SETS,
    name: "Disable-EntraUser",
    description: "Keeps an account from signing in; sessions it has end with their tokens.",
    capability: "entra",
    calls: ["directory.setAccountEnabled"],
    params: aboutUser({}),
    result: "Boolean",
    examples: [{ params: { UserPrincipalName: "ann@fabrikam.com" }, result: true }],
    run: ({ directory }, params) => letSignIn(directory, keyOf(params), false),
  });
