/** New-ExchangeMailUser: an account that Exchange knows as a mail user, to which a mailbox can
 *  move. Exchange Online makes both in one go, and no mail user of an account that is only in the
 *  directory. It is made without looking first, as a name can be taken once only; one of that name
 *  whose mail goes to the same address is the mail user of an earlier attempt. */
import { z } from "zod";
import { ok } from "../../../contract/result.ts";
import type { NewMailUser, Recipient } from "../../../tenant/exchange.ts";
import type { Tenant, TenantSession } from "../../../tenant/tenant.ts";
import type { FunctionResult, WorkerFunction } from "../../function.ts";
import { bareAddress } from "../support/addresses.ts";
import { failedBy, failedWith } from "../support/failure.ts";
import { address, text } from "../support/params.ts";
import { EXCHANGE_LOOKS_MS } from "../support/settling.ts";
import { CHANGES, tenantFunction } from "../support/tenant-function.ts";

export const newExchangeMailUser = (tenant: Tenant): WorkerFunction =>
  tenantFunction(tenant, {
    ...CHANGES,
    name: "New-ExchangeMailUser",
    description:
      "Creates an account that is a mail user: mail to it goes to an address outside, and a " +
      "mailbox can be moved to it. That address is its first one, until Set-ExchangePrimaryEmail " +
      "gives it another. The account may sign in at once, with a password that nobody is told: " +
      "let Disable-EntraUser follow where it should wait. One of the same name with the same " +
      "address outside counts as created. An account that is only in the directory cannot become " +
      "a mail user in Exchange Online: the step fails for its name.",
    capability: "exchange",
    calls: ["exchange.findRecipient", "exchange.createMailUser"],
    params: z.strictObject({
      UserPrincipalName: address.describe("The new account's name, in a domain of the tenant."),
      DisplayName: text.describe("The name that people see."),
      ExternalAddress: address.describe("Where its mail is to go, without prefix."),
    }),
    result: "Object",
    examples: [
      {
        params: {
          UserPrincipalName: "ann@fabrikam.com",
          DisplayName: "Ann Lee (moving)",
          ExternalAddress: "ann@contoso.com",
        },
        result: {
          UserId: "6f1c0e0a-7d0a-4c58-9a6b-1f2d3c4b5a69",
          UserPrincipalName: "ann@fabrikam.com",
        },
      },
    ],
    run: async (session, { UserPrincipalName, DisplayName, ExternalAddress }) => {
      const user: NewMailUser = {
        userPrincipalName: UserPrincipalName,
        displayName: DisplayName,
        externalAddress: ExternalAddress,
      };
      const created = await session.exchange.createMailUser(user);
      if (created.ok) return answer(created.value.id, user);
      const { error } = created;
      return error.kind === "conflict" ? taken(session, user, error.message) : failedBy(error);
    },
  });

/** An earlier attempt's mail user may be there long before Exchange shows it. */
async function taken(
  session: TenantSession,
  user: NewMailUser,
  said: string,
): Promise<FunctionResult> {
  let holder: Recipient | null = null;
  for (const ms of EXCHANGE_LOOKS_MS) {
    await session.pause(ms);
    const found = await session.exchange.findRecipient(user.userPrincipalName);
    if (!found.ok) return failedBy(found.error);
    holder = found.value;
    if (holder !== null && isSame(holder, user)) return answer(holder.id, user);
  }
  return failedWith("name_taken", holder === null ? unseen(user, said) : others(user, holder));
}

const isSame = ({ kind, externalAddress }: Recipient, user: NewMailUser): boolean =>
  kind === "mail-user" && bareAddress(externalAddress ?? "") === bareAddress(user.externalAddress);

const unseen = ({ userPrincipalName: name }: NewMailUser, said: string): string =>
  `${said} Exchange shows no recipient ${name}: if an account that is only in the directory has ` +
  "the name, remove it or choose another name; if an address is taken, free it.";

function others({ userPrincipalName: name }: NewMailUser, holder: Recipient): string {
  const { kind, externalAddress } = holder;
  const where = externalAddress === null ? "nowhere else" : `to ${externalAddress}`;
  return (
    `${name} is a ${kind} already, whose mail goes ${where}. ` +
    "If it is the same person, use it as it is; if not, choose another name."
  );
}

const answer = (id: string, { userPrincipalName }: NewMailUser): FunctionResult =>
  ok({ kind: "done", value: { UserId: id, UserPrincipalName: userPrincipalName } });
