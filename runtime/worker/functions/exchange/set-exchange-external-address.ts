/** Set-ExchangeExternalAddress: where the mail of a mail user really goes. */
import type { Tenant } from "../../../tenant/tenant.ts";
import type { WorkerFunction } from "../../function.ts";
import { bareAddress } from "../support/addresses.ts";
import { changeMailUser } from "../support/change-mail-user.ts";
import { address } from "../support/params.ts";
import { SETS, tenantFunction } from "../support/tenant-function.ts";
import { aboutUser, keyOf } from "../support/user-params.ts";

export const setExchangeExternalAddress = (tenant: Tenant): WorkerFunction =>
  tenantFunction(tenant, {
    ...SETS,
    name: "Set-ExchangeExternalAddress",
    description: "Routes the mail of a mail user to an address outside.",
    capability: "exchange",
    calls: ["exchange.findRecipient", "exchange.updateRecipient"],
    params: aboutUser({ ExternalAddress: address.describe("Where its mail is to go.") }),
    result: "Boolean",
    examples: [
      {
        params: { UserPrincipalName: "ann@fabrikam.com", ExternalAddress: "ann@contoso.com" },
        result: true,
      },
    ],
    run: (session, { ExternalAddress, ...key }) =>
      changeMailUser(
        session,
        keyOf(key),
        { externalAddress: ExternalAddress },
        ({ externalAddress }) =>
          bareAddress(externalAddress ?? "") === bareAddress(ExternalAddress),
      ),
  });
