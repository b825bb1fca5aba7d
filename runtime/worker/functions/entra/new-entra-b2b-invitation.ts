/** New-EntraB2BInvitation: somebody from another tenant is let in. An account of this directory
 *  that is named is invited itself and keeps its object; a name nobody has here is invited as an
 *  address, and the directory makes a guest of it, one for each address. Who is external already
 *  is not invited again: a repeat sends no second mail. */
import { z } from "zod";
import { LIMITS } from "../../../contract/limits.ts";
import { ok } from "../../../contract/result.ts";
import type { DirectoryUser, Invitation } from "../../../tenant/directory.ts";
import type { Tenant } from "../../../tenant/tenant.ts";
import type { WorkerFunction } from "../../function.ts";
import { EXTERNAL_PROPERTIES, isExternal } from "../support/external.ts";
import { failedBy, failedWith } from "../support/failure.ts";
import { noUser } from "../support/find-user.ts";
import { address, given, optionalText } from "../support/params.ts";
import { directorySettles, lookTwice } from "../support/settling.ts";
import { CHANGES, DONE, tenantFunction } from "../support/tenant-function.ts";
import { aboutUser, keyOf } from "../support/user-params.ts";

const HOME = "https://myapps.microsoft.com";
const SELECTED = [...EXTERNAL_PROPERTIES, "mail"];

const params = aboutUser({
  EmailAddress: address
    .optional()
    .describe("The address outside; otherwise the account's own, or the name itself."),
  DisplayName: optionalText.describe("For a guest who is new here."),
  RedirectUrl: z
    .url({ protocol: /^https$/, error: "must be an https address" })
    .default(HOME)
    .describe("Where they arrive after accepting."),
  Message: z
    .string("must be text")
    .max(LIMITS.descriptionChars)
    .nullish()
    .describe("Mailed to them with the link; without it nobody is mailed."),
});

export const newEntraB2bInvitation = (tenant: Tenant): WorkerFunction =>
  tenantFunction(tenant, {
    ...CHANGES,
    name: "New-EntraB2BInvitation",
    description:
      "Invites somebody from another tenant. An account that is here already keeps its object; " +
      "whoever is external already is left alone, and gets no second mail.",
    capability: "entra",
    calls: ["directory.findUser", "directory.invite"],
    params,
    result: "Boolean",
    examples: [
      { params: { UserPrincipalName: "ann@contoso.com", RedirectUrl: HOME }, result: true },
    ],
    run: async (session, asked) => {
      const { directory } = session;
      const look = () => directory.findUser(keyOf(asked), SELECTED);
      const isMailed = given(asked.Message) !== null;
      // A mail cannot be taken back: an earlier invitation must have had time to show.
      if (isMailed) await directorySettles(session);
      const found = await lookTwice(session, look, (user) => isMailed || leadsOn(asked, user));
      if (!found.ok) return failedBy(found.error);
      const present = found.value;
      if (present === null && asked.UserId !== undefined) return noUser(asked.UserId);
      if (present !== null && isExternal(present)) return DONE;
      const invitation = invitationOf(asked, present);
      if (!invitation.ok) return invitation;
      const invited = await directory.invite(invitation.value);
      return invited.ok ? DONE : failedBy(invited.error);
    },
  });

type Asked = z.output<typeof params>;

/** Whoever is external already may have been made internal since. And whoever is not seen under a
 *  name may get a second account under the given address; without one the name is invited itself,
 *  and the directory knows better than we who has it. */
const leadsOn = ({ UserId, EmailAddress }: Asked, user: DirectoryUser | null): boolean =>
  user === null ? UserId !== undefined || EmailAddress === undefined : !isExternal(user);

function invitationOf(asked: Asked, present: DirectoryUser | null) {
  const { UserPrincipalName, EmailAddress, DisplayName, RedirectUrl, Message } = asked;
  const mail = present?.properties["mail"];
  const own = typeof mail === "string" ? mail : null;
  const emailAddress = EmailAddress ?? (present === null ? UserPrincipalName : own);
  if (!emailAddress?.includes("@")) {
    return failedWith("no_address", "The account has no mail address. Give EmailAddress.");
  }
  const message = given(Message);
  return ok<Invitation>({
    emailAddress,
    displayName: given(DisplayName),
    redirectUrl: RedirectUrl,
    sendMessage: message !== null,
    ...(message === null ? {} : { message }),
    existingUserId: present?.id ?? null,
  });
}
