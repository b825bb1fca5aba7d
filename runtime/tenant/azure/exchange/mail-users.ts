/** New mail users, through Exchange's New-MailUser. Enable-MailUser, which would make one of an
 *  account that is there, exists on premises only; so account and mail user are made in one go. */
import { z } from "zod";
import { fail, ok } from "../../../contract/result.ts";
import type { Exchange } from "../../exchange.ts";
import type { TenantFailure } from "../../failure.ts";
import { type Graph, newPassword, withSecret } from "../graph/client.ts";
import { type Invoke, invoke } from "./invoke.ts";

const MadeRow = z.object({ ExternalDirectoryObjectId: z.string().min(1) });
/** Exchange's longest unique name of an object. */
const NAME_CHARS = 64;

type MailUsers = Pick<Exchange, "createMailUser">;

export const mailUsers = (plain: Invoke & Pick<Graph, "randomBytes">): MailUsers => ({
  createMailUser: async ({ userPrincipalName, displayName, externalAddress }) => {
    const password = newPassword(plain);
    const exchange = withSecret(plain, password);
    const parameters = {
      // Display names are shared by many, this name by nobody.
      Name: userPrincipalName.slice(0, NAME_CHARS),
      DisplayName: displayName,
      MicrosoftOnlineServicesID: userPrincipalName,
      ExternalEmailAddress: externalAddress,
      Password: password.reveal(),
    };
    // A second one is told that the name is taken.
    const done = await invoke(exchange, {
      name: "New-MailUser",
      does: "change",
      parameters,
      max: 1,
    });
    if (!done.ok) return done;
    const row = MadeRow.safeParse(done.value.items[0]);
    return row.success ? ok({ id: row.data.ExternalDirectoryObjectId }) : fail(UNTOLD);
  },
});

const UNTOLD: TenantFailure = {
  kind: "unavailable",
  code: "unreadable",
  message: "Exchange made the mail user and did not tell its id. Trying again finds it.",
};
