/** Guests: people of another tenant, invited into this one, and taken over as its own members.
 *  An invitation whose answer was lost is looked for by the guest's address. One that sends a
 *  mail is not sent twice: who is invited already is looked for first. If the guest is not seen
 *  after a lost answer, that is said (`ambiguous`), whatever a later try was told. */
import { z } from "zod";
import type { JsonObject } from "../../../contract/json-object.ts";
import { fail, ok, type Result } from "../../../contract/result.ts";
import type { Answer, Directory, Invitation } from "../../directory.ts";
import type { TenantFailure } from "../../failure.ts";
import { expectDone, type Graph, newPassword, readAnswer, withSecret } from "./client.ts";
import { literal, segment } from "./odata.ts";
import { listed } from "./paging.ts";

const Invited = z.object({ invitedUser: z.object({ id: z.string().min(1) }) });
const Guest = z.object({
  id: z.string().min(1),
  externalUserState: z.string().nullish(),
});
const Account = z.object({
  userPrincipalName: z.string(),
  userType: z.string().nullish(),
  externalUserState: z.string().nullish(),
});

type Guests = Pick<Directory, "invite" | "convertToInternal">;

const TRIES_MAX = 3;
const LOOK_MS = 2_000;

export const guests = (graph: Graph): Guests => ({
  invite: (invitation) => invite(graph, invitation),
  convertToInternal: (userId, to) => convert(graph, userId, to),
});

async function invite(graph: Graph, invitation: Invitation): Answer<{ readonly userId: string }> {
  const known = invitation.sendMessage ? await findGuest(graph, invitation) : ok(null);
  if (!known.ok) return known;
  if (known.value !== null) return ok({ userId: known.value });
  let lost: TenantFailure | null = null;
  for (let tries = 1; ; tries += 1) {
    const answer = await graph.call({
      method: "POST",
      path: "/v1.0/invitations",
      body: () => invitationBody(invitation),
      repeat: "unsafe",
    });
    const read = readAnswer(graph, Invited, answer, "made");
    if (read.ok) return ok({ userId: read.value.invitedUser.id });
    const isLost = read.error.kind === "ambiguous";
    if (!isLost && lost === null) return read;
    lost ??= read.error;
    await graph.pause(LOOK_MS);
    const found = await findGuest(graph, invitation);
    if (found.ok && found.value !== null) return ok({ userId: found.value });
    if (!isLost || invitation.sendMessage || tries === TRIES_MAX) return fail(lost);
  }
}

const invitationBody = (invitation: Invitation): JsonObject => ({
  invitedUserEmailAddress: invitation.emailAddress,
  inviteRedirectUrl: invitation.redirectUrl,
  sendInvitationMessage: invitation.sendMessage,
  ...(invitation.message === undefined
    ? {}
    : { invitedUserMessageInfo: { customizedMessageBody: invitation.message } }),
  ...(invitation.displayName === null ? {} : { invitedUserDisplayName: invitation.displayName }),
  ...(invitation.existingUserId === null ? {} : { invitedUser: { id: invitation.existingUserId } }),
});

/** Whoever has been invited has a state of that, accepted or not. */
async function findGuest(graph: Graph, invitation: Invitation): Answer<string | null> {
  const filter = invitation.existingUserId === null ? "mail" : "id";
  const value = invitation.existingUserId ?? invitation.emailAddress;
  const query = `$filter=${segment(`${filter} eq ${literal(value)}`)}`;
  const path = `/v1.0/users?${query}&$select=id,externalUserState&$top=2`;
  const list = await listed(graph, Guest, path, 2);
  if (!list.ok) return list;
  const [guest, ...others] = list.value.items;
  const isInvited = (guest?.externalUserState ?? null) !== null && others.length === 0;
  return ok(isInvited ? (guest?.id ?? null) : null);
}

async function convert(
  plain: Graph,
  userId: string,
  to: { readonly userPrincipalName: string; readonly mail: string | null },
): Promise<Result<void, TenantFailure>> {
  const password = newPassword(plain);
  const graph = withSecret(plain, password);
  const call = graph.call({
    method: "POST",
    path: `/beta/users/${segment(userId)}/convertExternalToInternalMemberUser`,
    body: () => ({
      userPrincipalName: to.userPrincipalName,
      passwordProfile: { forceChangePasswordNextSignIn: true, password: password.reveal() },
      ...(to.mail === null ? {} : { mail: to.mail }),
    }),
    repeat: "unsafe",
  });
  const done = await expectDone(graph, call, "done", null);
  if (done.ok) return ok(undefined);
  if (done.error.kind !== "ambiguous") return done;
  await graph.pause(LOOK_MS);
  return (await isInternal(graph, userId, to.userPrincipalName)) ? ok(undefined) : fail(done.error);
}

/** Somebody external may be a member by type; who is internal has no state of an invitation. */
async function isInternal(graph: Graph, userId: string, name: string): Promise<boolean> {
  const selected = "userPrincipalName,userType,externalUserState";
  const path = `/v1.0/users/${segment(userId)}?$select=${selected}`;
  const answer = await graph.call({ method: "GET", path, repeat: "harmless" });
  const read = readAnswer(graph, Account, answer);
  if (!read.ok) return false;
  const { userPrincipalName, userType, externalUserState } = read.value;
  const isNamed = userPrincipalName.toLowerCase() === name.toLowerCase();
  return isNamed && userType === "Member" && !externalUserState;
}
