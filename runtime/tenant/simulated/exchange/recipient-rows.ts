/** Recipients as cmdlets show them. */
import type { JsonObject } from "../../../contract/json-object.ts";
import type { Group, User } from "../objects.ts";
import type { Scene } from "../world.ts";
import { isMailbox, type MailSide, mailSide } from "./mail-side.ts";

const NO_GUID = "00000000-0000-0000-0000-000000000000";

/** As Get-Recipient, Get-MailUser and Get-Mailbox show it. */
export const showRecipient = (scene: Scene, user: User): JsonObject =>
  rowOf(user, mailSide(scene, "exchange", user.id), isMailbox(scene, "exchange", user.id));

export function rowOf(user: User, side: MailSide, mailbox: boolean): JsonObject {
  const primary = user.mail ?? user.userPrincipalName;
  const addresses = user.proxyAddresses.length > 0 ? user.proxyAddresses : [`SMTP:${primary}`];
  const details = user.userType === "Guest" ? "GuestMailUser" : "MailUser";
  const external = side.externalAddress ?? `SMTP:${primary}`;
  return {
    Identity: user.displayName,
    Id: user.displayName,
    Guid: user.id,
    ExternalDirectoryObjectId: user.id,
    Name: user.displayName,
    DisplayName: user.displayName,
    Alias: user["mailNickname"] ?? user.userPrincipalName.split("@")[0],
    UserPrincipalName: user.userPrincipalName,
    WindowsLiveID: user.userPrincipalName,
    PrimarySmtpAddress: primary,
    EmailAddresses: addresses,
    RecipientType: mailbox ? "UserMailbox" : "MailUser",
    RecipientTypeDetails: mailbox ? "UserMailbox" : details,
    ExternalEmailAddress: mailbox ? null : external,
    ExchangeGuid: side.exchangeGuid ?? NO_GUID,
    ArchiveGuid: side.archiveGuid ?? NO_GUID,
    HiddenFromAddressListsEnabled: false,
    ...side.more,
  };
}

export const showGroupRecipient = (group: Group): JsonObject => {
  const type = group.securityEnabled
    ? "MailUniversalSecurityGroup"
    : "MailUniversalDistributionGroup";
  return {
    Identity: group.displayName,
    Id: group.displayName,
    Guid: group.id,
    ExternalDirectoryObjectId: group.id,
    Name: group.displayName,
    DisplayName: group.displayName,
    Alias: group["mailNickname"] ?? null,
    PrimarySmtpAddress: group.mail,
    EmailAddresses: group.proxyAddresses,
    RecipientType: type,
    RecipientTypeDetails: group.groupTypes.includes("Unified") ? "GroupMailbox" : type,
    ExternalEmailAddress: null,
    ExchangeGuid: NO_GUID,
    ArchiveGuid: NO_GUID,
  };
};
