/** Set-ExchangeProxyAddresses: these mail addresses and no others. Which others there are can only
 *  be seen, so this waits until Exchange shows what was written. */
import { z } from "zod";
import { LIMITS } from "../../../contract/limits.ts";
import type { Tenant } from "../../../tenant/tenant.ts";
import type { WorkerFunction } from "../../function.ts";
import { text } from "../support/params.ts";
import { replaceAddresses } from "../support/replace-addresses.ts";
import { CHANGES, tenantFunction } from "../support/tenant-function.ts";
import { aboutUser, keyOf } from "../support/user-params.ts";
import { addressee } from "../support/with-recipient.ts";

const onePrimary = (all: readonly string[]): boolean =>
  all.filter((each) => each.startsWith("SMTP:")).length <= 1;

export const setExchangeProxyAddresses = (tenant: Tenant): WorkerFunction =>
  tenantFunction(tenant, {
    ...CHANGES,
    name: "Set-ExchangeProxyAddresses",
    description:
      "Replaces the mail addresses of a mailbox or mail user. SMTP: in front marks the primary " +
      "one; without it the present primary address stays. Addresses of other kinds stay. It is " +
      "done when Exchange shows it; give the step a retry, as that takes longer on some days.",
    capability: "exchange",
    calls: ["exchange.findRecipient", "exchange.updateRecipient", "exchange.setPrimaryAddress"],
    params: aboutUser({
      EmailAddresses: z
        .array(text, "must be a list of addresses")
        .min(1, "must name an address")
        .max(LIMITS.csvColumns)
        .refine(onePrimary, "must have one primary address (SMTP:) at most")
        .describe("All mail addresses it is to have."),
    }),
    result: "Boolean",
    examples: [
      {
        params: {
          UserPrincipalName: "ann@fabrikam.com",
          EmailAddresses: ["SMTP:ann@fabrikam.com", "smtp:ann@contoso.com"],
        },
        result: true,
      },
    ],
    run: async (session, { EmailAddresses, ...key }) => {
      const found = await addressee(session, keyOf(key));
      return found.ok ? replaceAddresses(session, found.value, EmailAddresses) : found;
    },
  });
