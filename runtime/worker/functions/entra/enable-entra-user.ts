/** Enable-EntraUser: the account may sign in. */
import type { Tenant } from "../../../tenant/tenant.ts";
import type { WorkerFunction } from "../../function.ts";
import { setSignIn } from "../support/sign-in.ts";
import { CHANGES, tenantFunction } from "../support/tenant-function.ts";
import { aboutUser, keyOf } from "../support/user-params.ts";

export const enableEntraUser = (tenant: Tenant): WorkerFunction =>
  tenantFunction(tenant, {
    ...CHANGES,
    name: "Enable-EntraUser",
    description: "Lets an account sign in.",
    capability: "entra",
    calls: ["directory.findUser", "directory.updateUser"],
    params: aboutUser({}),
    result: "Boolean",
    examples: [{ params: { UserPrincipalName: "ann@fabrikam.com" }, result: true }],
    run: (session, params) => setSignIn(session, keyOf(params), true),
  });
