/** Application permissions that worker functions need in a tenant, function by function, so that
 *  a worker is consented to no more than the families it runs. Ids are looked up by name when
 *  they are granted; they differ from API to API. */

type TenantApi = "Microsoft Graph" | "Office 365 Exchange Online";
type FunctionFamily = "entra" | "exchange" | "haymaker";

export type TenantPermission = {
  readonly family: FunctionFamily;
  readonly api: TenantApi;
  readonly permission: string;
  readonly functions: readonly string[];
  /** `scenario-applications`: only where scenarios sign in as app registrations. */
  readonly when: "always" | "scenario-applications";
};

export const TENANT_PERMISSIONS: readonly TenantPermission[] = [
  {
    family: "entra",
    api: "Microsoft Graph",
    permission: "User.ReadWrite.All",
    functions: ["New-EntraUser", "Set-EntraUserUPN"],
    when: "always",
  },
  {
    family: "entra",
    api: "Microsoft Graph",
    permission: "GroupMember.ReadWrite.All",
    functions: ["Add-EntraGroupMember", "Remove-EntraGroupMember"],
    when: "always",
  },
  {
    family: "entra",
    api: "Microsoft Graph",
    permission: "User.Invite.All",
    functions: ["New-EntraB2BInvitation"],
    when: "always",
  },
  {
    family: "entra",
    api: "Microsoft Graph",
    permission: "User-ConvertToInternal.ReadWrite.All",
    functions: ["Convert-EntraB2BToInternal"],
    when: "always",
  },
  {
    family: "entra",
    api: "Microsoft Graph",
    permission: "User.Read.All",
    functions: ["Test-EntraAttributeMatch"],
    when: "always",
  },
  {
    family: "entra",
    api: "Microsoft Graph",
    permission: "GroupMember.Read.All",
    functions: ["Test-EntraGroupMembership"],
    when: "always",
  },
  {
    family: "exchange",
    api: "Office 365 Exchange Online",
    permission: "Exchange.ManageAsApp",
    functions: [
      "Add-ExchangeSecondaryEmail",
      "Set-ExchangePrimaryEmail",
      "Set-ExchangeExternalAddress",
      "Set-ExchangeMailUserGuids",
      "Test-ExchangeAttributeMatch",
      "Test-ExchangeGroupMembership",
    ],
    when: "always",
  },
  {
    family: "haymaker",
    api: "Microsoft Graph",
    permission: "Application.ReadWrite.OwnedBy",
    functions: ["create_service_principal", "force_cleanup"],
    when: "scenario-applications",
  },
];
