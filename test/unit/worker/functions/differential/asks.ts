/** What is asked of each function: parameters that sometimes fit the world and sometimes do not.
 *  Whom they name is chosen apart, as ids are known only when the world stands. */
import fc from "fast-check";
import type { JsonObject } from "../../../../../runtime/contract/json-object.ts";
import { GROUPS, GUIDS, MAIL_GROUP, PHONES } from "./names.ts";
import { anyAddress, anyDepartment, anyUpn } from "./worlds.ts";

const NOBODY = fc.constant({});
const group = fc.constantFrom(...GROUPS, ...GROUPS, "no-such-group");
const withPrefix = fc
  .tuple(fc.constantFrom("", "smtp:", "SMTP:"), anyAddress)
  .map(([prefix, address]) => `${prefix}${address}`);

const membership = (groups: fc.Arbitrary<string>): fc.Arbitrary<JsonObject> =>
  fc.oneof(
    fc.record({ GroupName: groups }),
    fc.record({ GroupName: groups, ExpectMember: fc.boolean() }),
    fc.record({ GroupName: groups, ExpectEmpty: fc.constant(true) }),
  );

const proxies = fc
  .uniqueArray(anyAddress, { minLength: 1, selector: (each) => each.toLowerCase() })
  .chain((all) =>
    fc.constantFrom(
      all,
      all.map((each, index) => (index === 0 ? `SMTP:${each}` : `smtp:${each}`)),
    ),
  );

/** Addresses of the first two people, in writings that mean the same. */
const SEEN_ADDRESSES = [
  "OLD-p1@contoso.test",
  "smtp:first-p1@fabrikam.test",
  "X500:/o=Contoso/cn=p1",
  "SMTP:old-p2@contoso.test",
] as const;
/** Where the mail of the first people goes already. */
const HOMES = ["home-p1@contoso.test", "HOME-p2@contoso.test"] as const;
/** Addresses that the first people have, in the directory or in Exchange. */
const TAKEN_ADDRESSES = ["MAIL-p1@contoso.test", "old-p2@contoso.test"] as const;
const anyKind = fc.constantFrom("mailbox", "mail-user");

/** In any order, some of them twice, perhaps none. */
const listOf = (all: readonly string[]): fc.Arbitrary<readonly string[]> =>
  fc.array(fc.constantFrom(...all), { maxLength: 5 });

const checked = (expected: fc.Arbitrary<JsonObject>): fc.Arbitrary<JsonObject> =>
  fc.record(
    { Expected: expected, MultiValues: fc.constantFrom("equal", "contains") },
    { requiredKeys: ["Expected"] },
  );

export const ASKS: Readonly<Record<string, fc.Arbitrary<JsonObject>>> = {
  "New-EntraUser": fc.record(
    {
      UserPrincipalName: anyUpn,
      DisplayName: fc.constantFrom("Ann Lee", "Bo Ek"),
      AccountEnabled: fc.boolean(),
      Department: fc.oneof(anyDepartment, fc.constant("")),
    },
    { requiredKeys: ["UserPrincipalName", "DisplayName"] },
  ),
  "Remove-EntraUser": NOBODY,
  "Enable-EntraUser": NOBODY,
  "Disable-EntraUser": NOBODY,
  "Set-EntraUserUPN": fc.record({ NewUserPrincipalName: anyUpn }),
  "Set-EntraUserAttribute": fc.record({
    Attributes: fc
      .record(
        {
          department: fc.oneof(anyDepartment, fc.constantFrom("", null)),
          usageLocation: fc.constantFrom("DE", "SE"),
        },
        { requiredKeys: [] },
      )
      .filter((named) => Object.keys(named).length > 0),
  }),
  "Add-EntraGroupMember": fc.record({ GroupName: group }),
  "Remove-EntraGroupMember": fc.record({ GroupName: group }),
  "Add-EntraLicenceGroup": fc.record(
    { GroupName: group, UsageLocation: fc.constantFrom("DE", "") },
    { requiredKeys: ["GroupName"] },
  ),
  "Remove-EntraLicenceGroup": fc.record({ GroupName: group }),
  "New-EntraB2BInvitation": fc.record(
    { Message: fc.constantFrom("Welcome!", "", null) },
    { requiredKeys: [] },
  ),
  "Convert-EntraB2BToInternal": fc.record({ NewUserPrincipalName: anyUpn }, { requiredKeys: [] }),
  "Test-EntraAttributeMatch": checked(
    fc.oneof(
      fc.record({ department: fc.oneof(anyDepartment, fc.constant("")) }),
      fc.record({ userPrincipalName: anyUpn, userType: fc.constantFrom("Member", "guest") }),
      fc.record({ businessPhones: listOf([...PHONES, "+49 30 3"]) }),
      fc.record({ businessPhones: fc.constantFrom(...PHONES), department: anyDepartment }),
      fc.record({ proxyAddresses: listOf(SEEN_ADDRESSES) }),
    ),
  ),
  "Test-EntraGroupMembership": membership(group),
  "New-ExchangeMailUser": fc.record({
    UserPrincipalName: anyUpn,
    DisplayName: fc.constantFrom("Ann Lee", "Bo Ek"),
    ExternalAddress: fc.oneof(anyAddress, fc.constantFrom(...HOMES, ...TAKEN_ADDRESSES)),
  }),
  "Add-ExchangeSecondaryEmail": fc.record({
    EmailAddresses: fc.oneof(withPrefix, fc.array(withPrefix, { minLength: 1, maxLength: 4 })),
  }),
  "Set-ExchangePrimaryEmail": fc.record({ EmailAddress: anyAddress }),
  "Set-ExchangeProxyAddresses": fc.record({ EmailAddresses: proxies }),
  "Set-ExchangeExternalAddress": fc.record({
    ExternalAddress: fc.oneof(anyAddress, fc.constantFrom(...HOMES)),
  }),
  "Set-ExchangeMailUserGuids": fc.record(
    {
      ExchangeGuid: fc.constantFrom(...GUIDS, ...GUIDS.map((each) => each.toUpperCase())),
      ArchiveGuid: fc.constantFrom(...GUIDS, ""),
    },
    { requiredKeys: ["ExchangeGuid"] },
  ),
  "Test-ExchangeAttributeMatch": checked(
    fc.oneof(
      fc.record({ ExchangeGuid: fc.constantFrom(...GUIDS), RecipientType: anyKind }),
      fc.record({ PrimarySmtpAddress: fc.constantFrom("FIRST-p1@fabrikam.test", "") }),
      fc.record({ EmailAddresses: listOf(SEEN_ADDRESSES) }),
      fc.record({ EmailAddresses: fc.constantFrom(...SEEN_ADDRESSES) }),
    ),
  ),
  "Test-ExchangeGroupMembership": membership(fc.constantFrom(MAIL_GROUP, "no-such-group")),
  "Start-ExchangeMailboxMove": fc.constant({
    TargetDeliveryDomain: "fabrikam.mail.onmicrosoft.com",
    RemoteHost: "outlook.office365.com",
  }),
  "Get-ExchangeMailboxMoveStatus": fc.record(
    { Until: fc.constantFrom("completed", "synced") },
    { requiredKeys: [] },
  ),
  "Send-AdminAlert": fc.oneof(
    fc.record({ Subject: fc.constantFrom("Rollback", "Done") }),
    fc.record({ Subject: fc.constant("Done"), Webhook: fc.constant("pager") }),
    fc.constant({ Subject: "Mail", From: "a@fabrikam.test", To: ["b@fabrikam.test"] }),
  ),
};
