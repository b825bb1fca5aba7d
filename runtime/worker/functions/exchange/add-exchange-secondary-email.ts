/** Add-ExchangeSecondaryEmail: a recipient answers to more addresses; its primary one stays. */
import type { Tenant } from "../../../tenant/tenant.ts";
import type { WorkerFunction } from "../../function.ts";
import { secondaryOf } from "../support/addresses.ts";
import { addresses } from "../support/params.ts";
import { SETS, tenantFunction } from "../support/tenant-function.ts";
import { aboutUser, keyOf } from "../support/user-params.ts";
import { changeAddressee } from "../support/with-recipient.ts";

export const addExchangeSecondaryEmail = (tenant: Tenant): WorkerFunction =>
  tenantFunction(tenant, {
    ...SETS,
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
    run: (session, { EmailAddresses, ...key }) =>
      changeAddressee(session, keyOf(key), (recipient) =>
        session.exchange.updateRecipient(recipient, { addAddresses: secondaryOf(EmailAddresses) }),
      ),
  });
