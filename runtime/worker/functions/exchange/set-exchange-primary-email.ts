/** Set-ExchangePrimaryEmail: the address that replies come from. The one before stays as another
 *  address, so nothing that is sent to it is lost. */
import type { Tenant } from "../../../tenant/tenant.ts";
import type { WorkerFunction } from "../../function.ts";
import { withPrimary } from "../support/addresses.ts";
import { findRecipient } from "../support/find-user.ts";
import { address } from "../support/params.ts";
import { setAddresses } from "../support/set-addresses.ts";
import { CHANGES, tenantFunction } from "../support/tenant-function.ts";
import { aboutUser, keyOf } from "../support/user-params.ts";

export const setExchangePrimaryEmail = (tenant: Tenant): WorkerFunction =>
  tenantFunction(tenant, {
    ...CHANGES,
    name: "Set-ExchangePrimaryEmail",
    description:
      "Makes an address the primary one of a mailbox or mail user; the one before stays as a " +
      "secondary address.",
    capability: "exchange",
    calls: ["exchange.findRecipient", "exchange.updateRecipient"],
    params: aboutUser({ EmailAddress: address.describe("The address, without prefix.") }),
    result: "Boolean",
    examples: [
      {
        params: { UserPrincipalName: "ann@fabrikam.com", EmailAddress: "ann.lee@fabrikam.com" },
        result: true,
      },
    ],
    run: async (session, { EmailAddress, ...key }) => {
      const found = await findRecipient(session, keyOf(key));
      if (!found.ok) return found;
      return setAddresses(
        session,
        found.value,
        withPrimary(found.value.emailAddresses, EmailAddress),
      );
    },
  });
