/** Add-ExchangeSecondaryEmail: a recipient answers to more addresses; its primary one stays. */
import type { Tenant } from "../../../tenant/tenant.ts";
import type { WorkerFunction } from "../../function.ts";
import { listOf, withSecondary } from "../support/addresses.ts";
import { findRecipient } from "../support/find-user.ts";
import { addresses } from "../support/params.ts";
import { setAddresses } from "../support/set-addresses.ts";
import { CHANGES, tenantFunction } from "../support/tenant-function.ts";
import { aboutUser, keyOf } from "../support/user-params.ts";

export const addExchangeSecondaryEmail = (tenant: Tenant): WorkerFunction =>
  tenantFunction(tenant, {
    ...CHANGES,
    name: "Add-ExchangeSecondaryEmail",
    description:
      "Adds addresses to a mailbox or mail user, none of them as primary; those that are there " +
      "already stay.",
    capability: "exchange",
    calls: ["exchange.findRecipient", "exchange.updateRecipient"],
    params: aboutUser({ EmailAddresses: addresses }),
    result: "Boolean",
    examples: [
      {
        params: { UserPrincipalName: "ann@fabrikam.com", EmailAddresses: ["ann@contoso.com"] },
        result: true,
      },
    ],
    run: async (session, { EmailAddresses, ...key }) => {
      const found = await findRecipient(session, keyOf(key));
      if (!found.ok) return found;
      const next = withSecondary(found.value.emailAddresses, listOf(EmailAddresses));
      return setAddresses(session, found.value, next);
    },
  });
