/** Guests: inviting somebody from outside, or somebody who is here already under an outside
 *  address; and turning a guest into a member of the house, which only the beta version does.
 *  People accept by themselves after a while: redeeming is interactive in real life. */
import { isJsonObject } from "../../../contract/json-object.ts";
import { fail, ok, type Result } from "../../../contract/result.ts";
import { answered, type Handler, json } from "../answer.ts";
import { chanceOf, idOf, wholeBetween } from "../chance.ts";
import { newSide } from "../exchange/mail-side.ts";
import { TENANT_LIMITS } from "../limits.ts";
import type { Change, User } from "../objects.ts";
import { hasRoom, see } from "../views.ts";
import type { Scene } from "../world.ts";
import { findUser, ownerOfAddress, withPrimary } from "./find-object.ts";
import { badRequest, type GraphProblem, notThere, refuse } from "./graph-errors.ts";
import { invalidValue, taken } from "./value-errors.ts";
import { contextOf, freshUserId, nameProblem } from "./write-user.ts";

const ADDRESS = /^[A-Za-z0-9'._+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/;

export const createInvitation: Handler = (scene, request) => {
  const body = isJsonObject(request.body) ? request.body : {};
  const address = body["invitedUserEmailAddress"];
  if (typeof address !== "string" || !isAddress(address)) {
    return refuse(
      scene,
      request,
      badRequest("The invited user email address is missing or invalid."),
    );
  }
  if (typeof body["inviteRedirectUrl"] !== "string") {
    return refuse(scene, request, badRequest("The invite redirect url is required."));
  }
  const isMailed = body["sendInvitationMessage"] === true;
  if (isMailed && !hasRoom(scene, "outbox")) {
    return refuse(scene, request, badRequest("Quota exceeded."));
  }
  const invited = isJsonObject(body["invitedUser"]) ? body["invitedUser"]["id"] : undefined;
  const given = body["invitedUserDisplayName"];
  const name = typeof given === "string" ? given : address;
  const decided =
    typeof invited === "string"
      ? inviteExisting(scene, invited, address)
      : inviteOutsider(scene, address, name);
  if (!decided.ok) return refuse(scene, request, decided.error);
  const user = decided.value;
  const { origin, tenantId, seed } = scene.world.settings;
  const id = idOf(seed, "invitation", user.id, scene.now);
  const shown = {
    "@odata.context": contextOf(scene, "invitations/$entity"),
    id,
    inviteRedeemUrl: `${origin}/login/redeem?tenant=${tenantId}&user=${user.id}`,
    invitedUserDisplayName: user.displayName,
    invitedUserType: body["invitedUserType"] ?? "Guest",
    invitedUserEmailAddress: address,
    sendInvitationMessage: isMailed,
    resetRedemption: body["resetRedemption"] === true,
    inviteRedirectUrl: body["inviteRedirectUrl"],
    status: "PendingAcceptance",
    invitedUserMessageInfo: body["invitedUserMessageInfo"] ?? null,
    invitedUser: { id: user.id },
  };
  const mail = isMailed ? [mailOf(scene, shown)] : [];
  return answered(json(201, shown), [{ table: "users", key: user.id, value: user }, ...mail]);
};

/** Who sends Graph's mails to those that are invited. */
const SENDER = "invites@microsoft.com";

function mailOf(
  { world, now }: Scene,
  invitation: {
    readonly invitedUserEmailAddress: string;
    readonly invitedUserMessageInfo: unknown;
  },
): Change {
  const { invitedUserEmailAddress: address, invitedUserMessageInfo: info } = invitation;
  const id = idOf(world.settings.seed, "mail", world.tables.outbox.size);
  const message = {
    subject: `You are invited to ${world.settings.domains[0]}`,
    body: { contentType: "Text", content: wordsOf(info) },
    toRecipients: [{ emailAddress: { address } }],
  };
  const value = { id, sentAt: new Date(now).toISOString(), from: SENDER, message };
  return { table: "outbox", key: id, value };
}

const wordsOf = (info: unknown): string => {
  const words = isJsonObject(info) ? info["customizedMessageBody"] : undefined;
  return typeof words === "string" ? words : "";
};

const isAddress = (text: string): boolean =>
  text.length <= TENANT_LIMITS.addressChars && ADDRESS.test(text);

/** Inviting a guest again gives the same guest. */
function inviteOutsider(scene: Scene, address: string, name: string): Result<User, GraphProblem> {
  const domain = address.slice(address.indexOf("@") + 1).toLowerCase();
  if (scene.world.settings.domains.includes(domain)) {
    return fail(badRequest("The invited user already exists in a verified domain of the tenant."));
  }
  const guestName = `${address.replace("@", "_")}#EXT#@${scene.world.settings.domains[0]}`;
  const known = findUser(scene, "truth", guestName);
  if (known !== null) return ok(known);
  if (ownerOfAddress(scene, address, "") !== null) return fail(taken("proxyAddresses"));
  if (!hasRoom(scene, "users")) return fail(badRequest("Quota exceeded."));
  const id = freshUserId(scene, guestName);
  return ok({
    id,
    userPrincipalName: guestName,
    displayName: name,
    mail: address,
    mailNickname: guestName.slice(0, guestName.indexOf("@")),
    proxyAddresses: [`SMTP:${address}`],
    otherMails: [address],
    accountEnabled: true,
    userType: "Guest",
    creationType: "Invitation",
    createdDateTime: new Date(scene.now).toISOString(),
    ...pending(scene, id),
  });
}

/** The object and its id stay; its `mail` must be the outside address already. */
function inviteExisting(scene: Scene, id: string, address: string): Result<User, GraphProblem> {
  const user = findUser(scene, "directory", id);
  const current = user === null ? null : see(scene, "truth", "users", user.id);
  if (current === null) return fail(notThere(id));
  if (typeof current["onPremisesUserPrincipalName"] === "string") {
    return fail(badRequest("The user is synchronised from on-premises and cannot be invited."));
  }
  const known = [current.mail, ...((current["otherMails"] as readonly string[] | undefined) ?? [])];
  if (!known.some((mail) => mail?.toLowerCase() === address.toLowerCase())) {
    const message = "The invited email address does not match the mail of the user to invite.";
    return fail(invalidValue("invitedUserEmailAddress", message));
  }
  return ok({ ...current, creationType: "Invitation", ...pending(scene, current.id) });
}

function pending(scene: Scene, id: string): Partial<User> {
  const { settings, faults } = scene.world;
  const sec = wholeBetween(...faults.profile.acceptSec, chanceOf(settings.seed, "accept", id));
  return {
    externalUserState: "PendingAcceptance",
    externalUserStateChangeDateTime: new Date(scene.now).toISOString(),
    acceptsAt: scene.now + sec * 1_000,
  };
}

/** `POST /beta/users/{id}/convertExternalToInternalMemberUser`. */
export const convertToInternal: Handler = (scene, request) => {
  const key = request.path[2] ?? "";
  const user = findUser(scene, "directory", key);
  const current = user === null ? null : see(scene, "truth", "users", user.id);
  if (current === null) return refuse(scene, request, notThere(key));
  const body = isJsonObject(request.body) ? request.body : {};
  const problem = conversionProblem(scene, current, body);
  if (problem !== null) return refuse(scene, request, problem);
  const mail = typeof body["mail"] === "string" ? body["mail"] : current.mail;
  const { acceptsAt: _over, ...rest } = current;
  const value: User = {
    ...rest,
    id: current.id,
    displayName: current.displayName,
    userPrincipalName: String(body["userPrincipalName"]),
    mail,
    proxyAddresses: mail === null ? [] : withPrimary(current.proxyAddresses, mail),
    userType: "Member",
    creationType: null,
    externalUserState: null,
    externalUserStateChangeDateTime: null,
  };
  const shown = {
    "@odata.context": contextOf(scene, "microsoft.graph.conversionUserDetails"),
    displayName: value.displayName,
    userPrincipalName: value.userPrincipalName,
    convertedToInternalUserDateTime: new Date(scene.now).toISOString(),
    mail,
  };
  return answered(json(200, shown), [
    { table: "users", key: value.id, value },
    ...mailUserOf(scene, current),
  ]);
};

/** Exchange knows a guest, and goes on knowing who was one. */
function mailUserOf(scene: Scene, { id, userType, mail }: User): readonly Change[] {
  const isKnownAsGuest = userType === "Guest" && see(scene, "truth", "mail", id) === null;
  return isKnownAsGuest ? [{ table: "mail", key: id, value: newSide(mail) }] : [];
}

function conversionProblem(
  scene: Scene,
  user: User,
  body: Readonly<Record<string, unknown>>,
): GraphProblem | null {
  if (user["creationType"] !== "Invitation") {
    return badRequest("The user is not an external user and cannot be converted.");
  }
  const profile = body["passwordProfile"];
  if (!isJsonObject(profile) || typeof profile["password"] !== "string") {
    return invalidValue("passwordProfile", "A password profile is required for cloud users.");
  }
  const problem = nameProblem(scene, body["userPrincipalName"], user.id);
  if (problem !== null) return problem;
  const mail = body["mail"];
  if (mail === undefined || mail === null) return null;
  if (typeof mail !== "string" || !isAddress(mail)) {
    return invalidValue("mail", "Invalid value specified for property 'mail' of resource 'User'.");
  }
  return ownerOfAddress(scene, mail, user.id) === null ? null : taken("proxyAddresses");
}
