/** Remove-EntraUser: takes an account away. The directory keeps it for 30 days, in case. One that
 *  is not seen may have been made a moment ago: only when it is still not seen after a while it is
 *  believed to be away. */
import type { Tenant } from "../../../tenant/tenant.ts";
import type { WorkerFunction } from "../../function.ts";
import { failedBy } from "../support/failure.ts";
import { lookTwice } from "../support/settling.ts";
import { DONE, SETS, tenantFunction } from "../support/tenant-function.ts";
import { aboutUser, keyOf } from "../support/user-params.ts";

export const removeEntraUser = (tenant: Tenant): WorkerFunction =>
  tenantFunction(tenant, {
    ...SETS,
    name: "Remove-EntraUser",
    description:
      "Deletes an account; the directory can restore it for 30 days. Nobody there is a success.",
    capability: "entra",
    calls: ["directory.deleteUser"],
    params: aboutUser({}),
    result: "Boolean",
    examples: [{ params: { UserPrincipalName: "ann@fabrikam.com" }, result: true }],
    run: async (session, params) => {
      const remove = () => session.directory.deleteUser(keyOf(params));
      const removed = await lookTwice(session, remove, (end) => end === "deleted");
      return removed.ok ? DONE : failedBy(removed.error);
    },
  });
