/** Set-ExchangePrimaryEmail: the address that replies come from. The one before stays as another
 *  address, so nothing that is sent to it is lost. */
import type { Tenant } from "../../../tenant/tenant.ts";
import type { WorkerFunction } from "../../function.ts";
import { address } from "../support/params.ts";
import { SETS, tenantFunction } from "../support/tenant-function.ts";
import { aboutUser, keyOf } from "../support/user-params.ts";
import { changeAddressee } from "../support/with-recipient.ts";

export const setExchangePrimaryEmail = (tenant: Tenant): WorkerFunction =>
  tenantFunction(tenant, {
    ...SETS,
    name: "Set-ExchangePrimaryEmail",
    description:
      "Makes an address the primary one of a mailbox or mail user; the one before stays as a " +
      "secondary address.",
    capability: "exchange",
    calls: ["exchange.findRecipient", "exchange.setPrimaryAddress"],
    params: aboutUser({ EmailAddress: address.describe("The address, without prefix.") }),
    result: "Boolean",
    examples: [
      {
        params: { UserPrincipalName: "ann@fabrikam.com", EmailAddress: "ann.lee@fabrikam.com" },
        result: true,
      },
    ],
    run: (session, { EmailAddress, ...key }) =>
      changeAddressee(session, keyOf(key), (recipient) =>
        session.exchange.setPrimaryAddress(recipient, EmailAddress),
      ),
  });
