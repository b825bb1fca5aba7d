/** Set-ExchangeProxyAddresses: these mail addresses and no others. */
import { z } from "zod";
import { LIMITS } from "../../../contract/limits.ts";
import type { Tenant } from "../../../tenant/tenant.ts";
import type { WorkerFunction } from "../../function.ts";
import { withAll } from "../support/addresses.ts";
import { findRecipient } from "../support/find-user.ts";
import { text } from "../support/params.ts";
import { setAddresses } from "../support/set-addresses.ts";
import { CHANGES, tenantFunction } from "../support/tenant-function.ts";
import { aboutUser, keyOf } from "../support/user-params.ts";

const onePrimary = (all: readonly string[]): boolean =>
  all.filter((each) => each.startsWith("SMTP:")).length <= 1;

export const setExchangeProxyAddresses = (tenant: Tenant): WorkerFunction =>
  tenantFunction(tenant, {
    ...CHANGES,
    name: "Set-ExchangeProxyAddresses",
    description:
      "Replaces the mail addresses of a mailbox or mail user. SMTP: in front marks the primary " +
      "one; without it the present primary address stays. Addresses of other kinds stay.",
    capability: "exchange",
    calls: ["exchange.findRecipient", "exchange.updateRecipient"],
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
      const found = await findRecipient(session, keyOf(key));
      if (!found.ok) return found;
      const next = withAll(found.value.emailAddresses, EmailAddresses);
      return setAddresses(session, found.value, next);
    },
  });
