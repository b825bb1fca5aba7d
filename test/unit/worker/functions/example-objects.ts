/** What has to be in a tenant before the example of a function can be run: Ann, as far on her way
 *  as that function expects her, and the groups and mailboxes that examples name. */
import type { Change, Tables, User } from "../../../../runtime/tenant/simulated/objects.ts";

export const ANN_ID = "6f1c0e0a-7d0a-4c58-9a6b-1f2d3c4b5a69";
const GROUP_ID = "0d5a3f9e-0f3e-4a9f-9b57-6c7f2d3f5b11";
const SENDER_ID = "6f1c0e0a-7d0a-4c58-9a6b-1f2d3c4b5a70";
const GUID = "3f2504e0-4f89-41d3-9a0c-0305e82c3302";

const ANN: User = {
  id: ANN_ID,
  userPrincipalName: "ann@fabrikam.com",
  displayName: "Ann Lee",
  accountEnabled: true,
  department: "Marketing",
  mail: "ann@fabrikam.com",
  proxyAddresses: ["SMTP:ann@fabrikam.com"],
  userType: "Member",
};
const MAIL_USER: Tables["mail"] = {
  mailbox: false,
  exchangeGuid: null,
  archiveGuid: null,
  externalAddress: "SMTP:ann@elsewhere.com",
  more: {},
};

const ann = (over: Partial<User> = {}): Change => ({
  table: "users",
  key: ANN_ID,
  value: { ...ANN, ...over },
});
const mailUser = (over: Partial<Tables["mail"]> = {}): Change => ({
  table: "mail",
  key: ANN_ID,
  value: { ...MAIL_USER, ...over },
});
const group = (displayName: string, mail: string | null = null): Change => ({
  table: "groups",
  key: GROUP_ID,
  value: {
    id: GROUP_ID,
    displayName,
    mail,
    mailEnabled: mail !== null,
    securityEnabled: mail === null,
    groupTypes: [],
    proxyAddresses: mail === null ? [] : [`SMTP:${mail}`],
  },
});
const isIn: Change = { table: "members", key: `${GROUP_ID}/${ANN_ID}`, value: { kind: "user" } };
const moved: Change = {
  table: "moves",
  key: ANN_ID,
  value: {
    identity: ANN_ID,
    startedAt: 0,
    queuedMs: 0,
    durationMs: 1_000,
    failsAtPercent: null,
    waitsWhenSynced: false,
    resumedAt: null,
    targetDeliveryDomain: "fabrikam.mail.onmicrosoft.com",
    remoteHost: "outlook.office365.com",
  },
};
const SENDER = "migration@fabrikam.com";
const sender: readonly Change[] = [
  {
    table: "users",
    key: SENDER_ID,
    value: {
      ...ANN,
      id: SENDER_ID,
      userPrincipalName: SENDER,
      mail: SENDER,
      proxyAddresses: [`SMTP:${SENDER}`],
    },
  },
  { table: "mail", key: SENDER_ID, value: { ...MAIL_USER, mailbox: true, externalAddress: null } },
];
const GUEST = {
  userPrincipalName: "ann_contoso.com#EXT#@fabrikam.com",
  mail: "ann@contoso.com",
  userType: "Guest",
  creationType: "Invitation",
  externalUserState: "Accepted",
} as const;

/** By function; nothing is needed where a name is missing. */
export const EXAMPLE_OBJECTS: Readonly<Record<string, readonly Change[]>> = {
  "Remove-EntraUser": [ann()],
  "Enable-EntraUser": [ann({ accountEnabled: false })],
  "Disable-EntraUser": [ann()],
  "Set-EntraUserUPN": [ann({ userPrincipalName: "ann@fabrikam.onmicrosoft.com" })],
  "Set-EntraUserAttribute": [ann()],
  "Add-EntraGroupMember": [ann(), group("fabrikam-coexistence")],
  "Remove-EntraGroupMember": [ann(), group("fabrikam-coexistence"), isIn],
  "Add-EntraLicenceGroup": [ann(), group("licence-e3")],
  "Remove-EntraLicenceGroup": [ann(), group("licence-e3"), isIn],
  "Convert-EntraB2BToInternal": [ann(GUEST)],
  "Test-EntraAttributeMatch": [ann({ department: "Sales" })],
  "Test-EntraGroupMembership": [ann(), group("fabrikam-coexistence"), isIn],
  "Add-ExchangeSecondaryEmail": [ann(), mailUser()],
  "Set-ExchangePrimaryEmail": [ann(), mailUser()],
  "Set-ExchangeProxyAddresses": [ann(), mailUser()],
  "Set-ExchangeExternalAddress": [ann(), mailUser()],
  "Set-ExchangeMailUserGuids": [ann(), mailUser()],
  "Test-ExchangeAttributeMatch": [
    ann({ proxyAddresses: ["SMTP:ann@fabrikam.com", "smtp:ann@contoso.com"] }),
    mailUser(),
  ],
  "Test-ExchangeGroupMembership": [
    ann(),
    mailUser(),
    group("all-fabrikam", "all@fabrikam.com"),
    isIn,
  ],
  "Start-ExchangeMailboxMove": [ann(), mailUser({ exchangeGuid: GUID })],
  "Get-ExchangeMailboxMoveStatus": [ann(), mailUser({ exchangeGuid: GUID }), moved],
  "Send-AdminAlert": sender,
};
