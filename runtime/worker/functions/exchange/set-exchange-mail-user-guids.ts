/** Set-ExchangeMailUserGuids: the identifiers by which Exchange recognises a mailbox that is to
 *  arrive at a mail user. */
import type { Tenant } from "../../../tenant/tenant.ts";
import type { WorkerFunction } from "../../function.ts";
import { changeMailUser } from "../support/change-mail-user.ts";
import { guidKey } from "../support/guids.ts";
import { guid, optionalGuid } from "../support/params.ts";
import { SETS, tenantFunction } from "../support/tenant-function.ts";
import { aboutUser, keyOf } from "../support/user-params.ts";

export const setExchangeMailUserGuids = (tenant: Tenant): WorkerFunction =>
  tenantFunction(tenant, {
    ...SETS,
    name: "Set-ExchangeMailUserGuids",
    description:
      "Gives a mail user the GUIDs of the mailbox that will move to it, and of its archive if " +
      "there is one.",
    capability: "exchange",
    calls: ["exchange.findRecipient", "exchange.updateRecipient"],
    params: aboutUser({
      ExchangeGuid: guid().describe("The mailbox's GUID in its old tenant."),
      ArchiveGuid: optionalGuid,
    }),
    result: "Boolean",
    examples: [
      {
        params: {
          UserPrincipalName: "ann@fabrikam.com",
          ExchangeGuid: "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
        },
        result: true,
      },
    ],
    run: (session, { ExchangeGuid, ArchiveGuid, ...key }) => {
      const exchangeGuid = guidKey(ExchangeGuid);
      const archiveGuid = guidKey(ArchiveGuid);
      const archive = archiveGuid === "" ? {} : { archiveGuid };
      return changeMailUser(session, keyOf(key), { exchangeGuid, ...archive }, (recipient) => {
        const isArchive = archiveGuid === "" || archiveGuid === guidKey(recipient.archiveGuid);
        return isArchive && exchangeGuid === guidKey(recipient.exchangeGuid);
      });
    },
  });
