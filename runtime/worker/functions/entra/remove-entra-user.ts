/** Remove-EntraUser: takes an account away. The directory keeps it for 30 days, in case. */
import type { Tenant } from "../../../tenant/tenant.ts";
import type { WorkerFunction } from "../../function.ts";
import { failedBy } from "../support/failure.ts";
import { CHANGES, DONE, tenantFunction } from "../support/tenant-function.ts";
import { aboutUser, keyOf } from "../support/user-params.ts";

export const removeEntraUser = (tenant: Tenant): WorkerFunction =>
  tenantFunction(tenant, {
    ...CHANGES,
    name: "Remove-EntraUser",
    description:
      "Deletes an account; the directory can restore it for 30 days. Nobody there is a success.",
    capability: "entra",
    calls: ["directory.deleteUser"],
    params: aboutUser({}),
    result: "Boolean",
    examples: [{ params: { UserPrincipalName: "ann@fabrikam.com" }, result: true }],
    run: async ({ directory }, params) => {
      const removed = await directory.deleteUser(keyOf(params));
      return removed.ok ? DONE : failedBy(removed.error);
    },
  });
