/** Application permissions that worker functions need in a tenant: what each operation of the
 *  tenant's ports asks for, and which functions come to need it, so that a worker is consented to
 *  no more than the functions it runs. Ids are looked up by name when they are granted; they
 *  differ from API to API.
 *  A1. A permission is the narrowest that Graph knows for the operation (docs/decisions/0009). */

export const TENANT_PERMISSION_NAMES = [
  "User.ReadWrite.All",
  "User.EnableDisableAccount.All",
  "User.DeleteRestore.All",
  "GroupMember.ReadWrite.All",
  "User.Invite.All",
  "User-ConvertToInternal.ReadWrite.All",
  "User.Read.All",
  "GroupMember.Read.All",
  "Exchange.ManageAsApp",
  "Mail.Send",
  "Application.ReadWrite.OwnedBy",
] as const;
export type TenantPermissionName = (typeof TENANT_PERMISSION_NAMES)[number];

type TenantApi = "Microsoft Graph" | "Office 365 Exchange Online";
type FunctionFamily = "entra" | "exchange" | "alerts" | "haymaker";

type TenantPermission = {
  readonly family: FunctionFamily;
  readonly api: TenantApi;
  readonly permission: TenantPermissionName;
  readonly functions: readonly string[];
  /** `scenario-applications`: only where scenarios sign in as app registrations. */
  readonly when: "always" | "scenario-applications";
};

/** By the ports' names. Some operations look after a lost answer, and need to read for that. */
export const OPERATION_PERMISSIONS = {
  "directory.findUser": ["User.Read.All"],
  "directory.createUser": ["User.ReadWrite.All"],
  "directory.updateUser": ["User.ReadWrite.All"],
  "directory.setAccountEnabled": ["User.EnableDisableAccount.All", "User.Read.All"],
  "directory.deleteUser": ["User.DeleteRestore.All", "User.Read.All"],
  "directory.findGroup": ["GroupMember.Read.All"],
  "directory.addMember": ["GroupMember.ReadWrite.All"],
  "directory.removeMember": ["GroupMember.ReadWrite.All"],
  "directory.memberOf": ["GroupMember.Read.All", "User.Read.All"],
  "directory.members": ["GroupMember.Read.All"],
  "directory.invite": ["User.Invite.All", "User.Read.All"],
  "directory.convertToInternal": ["User-ConvertToInternal.ReadWrite.All", "User.Read.All"],
  "exchange.findRecipient": ["Exchange.ManageAsApp"],
  "exchange.createMailUser": ["Exchange.ManageAsApp"],
  "exchange.updateRecipient": ["Exchange.ManageAsApp"],
  "exchange.setPrimaryAddress": ["Exchange.ManageAsApp"],
  "exchange.groupMembers": ["Exchange.ManageAsApp"],
  "exchange.startMove": ["Exchange.ManageAsApp"],
  "exchange.findMove": ["Exchange.ManageAsApp"],
  "alerts.sendMail": ["Mail.Send"],
  "alerts.callWebhook": [],
} as const satisfies Readonly<Record<string, readonly TenantPermissionName[]>>;

/** Who may write may read, and who may write all may write a part: where both are needed, only the
 *  stronger one is granted. */
export const COVERED_BY: Readonly<Partial<Record<TenantPermissionName, TenantPermissionName>>> = {
  "User.Read.All": "User.ReadWrite.All",
  "User.EnableDisableAccount.All": "User.ReadWrite.All",
  "User.DeleteRestore.All": "User.ReadWrite.All",
  "GroupMember.Read.All": "GroupMember.ReadWrite.All",
};

const ADMINISTRATORS =
  "Microsoft asks for a role besides it to reach an administrator's account; others report " +
  "that it reaches every account, emergency ones too. Prove it in a tenant without people first.";

/** What a permission does not bound by itself, and a tenant's administrator must. */
export const PERMISSION_BOUNDS: Readonly<Partial<Record<TenantPermissionName, string>>> = {
  "Exchange.ManageAsApp":
    "Needs an Exchange role for the application; a role group of its own, with the recipient " +
    "and move roles and a write scope over the people who move, keeps it from the rest.",
  "Mail.Send":
    "Allows every mailbox of the tenant. An application access policy (or a role assignment of " +
    "Exchange with a scope) must hold it to the one mailbox that alerts come from.",
  "User.ReadWrite.All":
    "Does not reach accounts that hold an administrator's role, and cannot grant one.",
  "User.EnableDisableAccount.All": ADMINISTRATORS,
  "User.DeleteRestore.All": `Also restores, and deletes for good. ${ADMINISTRATORS}`,
};

const ALWAYS = { api: "Microsoft Graph", when: "always" } as const;

/** A function is named at the strongest permission of each kind that its operations need. */
export const TENANT_PERMISSIONS: readonly TenantPermission[] = [
  {
    ...ALWAYS,
    family: "entra",
    permission: "User.ReadWrite.All",
    functions: [
      "New-EntraUser",
      "Set-EntraUserUPN",
      "Set-EntraUserAttribute",
      "Add-EntraLicenceGroup",
    ],
  },
  {
    ...ALWAYS,
    family: "entra",
    permission: "User.EnableDisableAccount.All",
    functions: ["Enable-EntraUser", "Disable-EntraUser"],
  },
  {
    ...ALWAYS,
    family: "entra",
    permission: "User.DeleteRestore.All",
    functions: ["Remove-EntraUser"],
  },
  {
    ...ALWAYS,
    family: "entra",
    permission: "GroupMember.ReadWrite.All",
    functions: [
      "Add-EntraGroupMember",
      "Remove-EntraGroupMember",
      "Add-EntraLicenceGroup",
      "Remove-EntraLicenceGroup",
    ],
  },
  {
    ...ALWAYS,
    family: "entra",
    permission: "User.Invite.All",
    functions: ["New-EntraB2BInvitation"],
  },
  {
    ...ALWAYS,
    family: "entra",
    permission: "User-ConvertToInternal.ReadWrite.All",
    functions: ["Convert-EntraB2BToInternal"],
  },
  {
    ...ALWAYS,
    family: "entra",
    permission: "User.Read.All",
    functions: [
      "Enable-EntraUser",
      "Disable-EntraUser",
      "Remove-EntraUser",
      "Test-EntraAttributeMatch",
      "Test-EntraGroupMembership",
      "Add-EntraGroupMember",
      "Remove-EntraGroupMember",
      "Remove-EntraLicenceGroup",
      "New-EntraB2BInvitation",
      "Convert-EntraB2BToInternal",
    ],
  },
  {
    ...ALWAYS,
    family: "entra",
    permission: "GroupMember.Read.All",
    functions: ["Test-EntraGroupMembership"],
  },
  {
    ...ALWAYS,
    family: "exchange",
    api: "Office 365 Exchange Online",
    permission: "Exchange.ManageAsApp",
    functions: [
      "New-ExchangeMailUser",
      "Add-ExchangeSecondaryEmail",
      "Set-ExchangePrimaryEmail",
      "Set-ExchangeProxyAddresses",
      "Set-ExchangeExternalAddress",
      "Set-ExchangeMailUserGuids",
      "Test-ExchangeAttributeMatch",
      "Test-ExchangeGroupMembership",
      "Start-ExchangeMailboxMove",
      "Get-ExchangeMailboxMoveStatus",
    ],
  },
  { ...ALWAYS, family: "alerts", permission: "Mail.Send", functions: ["Send-AdminAlert"] },
  {
    family: "haymaker",
    api: "Microsoft Graph",
    permission: "Application.ReadWrite.OwnedBy",
    functions: ["create_service_principal", "force_cleanup"],
    when: "scenario-applications",
  },
];

/** What a worker that runs these functions is consented to, and nothing that is covered. */
export function permissionsFor(functions: ReadonlySet<string>): readonly TenantPermissionName[] {
  const needed = TENANT_PERMISSIONS.filter((one) =>
    one.functions.some((name) => functions.has(name)),
  );
  const names = new Set(needed.map(({ permission }) => permission));
  const isCovered = (name: TenantPermissionName): boolean => {
    const stronger = COVERED_BY[name];
    return stronger !== undefined && names.has(stronger);
  };
  return [...names].filter((name) => !isCovered(name));
}
