/** What is asked of each function: parameters that sometimes fit the world and sometimes do not.
 *  Whom they name is chosen apart, as ids are known only when the world stands. */
import fc from "fast-check";
import type { JsonObject } from "../../../../../runtime/contract/json-object.ts";
import { GROUPS, GUIDS, MAIL_GROUP, MOVES, PHONES } from "./names.ts";
import { PROFILE_TEXTS, profileValue } from "./profile-names.ts";
import { anyAddress, anyDepartment, anyUpn } from "./worlds.ts";

const NOBODY = fc.constant({});
const group = fc.constantFrom(...GROUPS, ...GROUPS, "no-such-group");
const withPrefix = fc
  .tuple(fc.constantFrom("", "smtp:", "SMTP:"), anyAddress)
  .map(([prefix, address]) => `${prefix}${address}`);

const Reference = fc.constantFrom("batch 7", "", null);
const membership = (groups: fc.Arbitrary<string>): fc.Arbitrary<JsonObject> =>
  fc.oneof(
    fc.record({ GroupName: groups }),
    fc.record({ GroupName: groups, ExpectMember: fc.boolean(), Reference }),
    fc.record({ GroupName: groups, ExpectEmpty: fc.constant(true), Reference }),
  );

const paramOf = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
/** What it may be already, something else, a number, and nothing. */
const anyValue = (name: string): fc.Arbitrary<string | number | null> =>
  fc.constantFrom(profileValue(name), profileValue(name), "other.2", 10_115, "", null);

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

const anySubject = fc.constantFrom("Rollback", "Done");
const anyText = fc.constantFrom("Everybody arrived.", "", null);

export const ASKS: Readonly<Record<string, fc.Arbitrary<JsonObject>>> = {
  "New-EntraUser": fc.record(
    {
      UserPrincipalName: anyUpn,
      DisplayName: fc.constantFrom("Ann Lee", "Bo Ek"),
      AccountEnabled: fc.boolean(),
      Department: fc.oneof(anyDepartment, fc.constant("")),
      UsageLocation: fc.constantFrom("DE", ""),
      ...Object.fromEntries(PROFILE_TEXTS.map((name) => [paramOf(name), anyValue(name)])),
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
          // Never emptied: one that was a moment ago still counts (docs/decisions/0038).
          usageLocation: fc.constantFrom("DE", "SE"),
          displayName: fc.constantFrom("Ann Lee", "Cy Dee"),
          businessPhones: fc.subarray([...PHONES], { maxLength: 1 }),
          otherMails: fc.constantFrom(["other@contoso.test", "o@contoso.test"], []),
          showInAddressList: fc.boolean(),
          ...Object.fromEntries(PROFILE_TEXTS.map((name) => [name, anyValue(name)])),
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
    {
      Message: fc.constantFrom("Welcome!", "", null),
      EmailAddress: fc.constantFrom(
        "ann@contoso.test",
        "MAIL-p1@contoso.test",
        "other@contoso.test",
      ),
      DisplayName: fc.constantFrom("Ann Outside", "", null, 7),
      RedirectUrl: fc.constant("https://portal.contoso.test/start"),
    },
    { requiredKeys: [] },
  ),
  "Convert-EntraB2BToInternal": fc.record(
    {
      NewUserPrincipalName: anyUpn,
      Mail: fc.constantFrom("ann@contoso.test", "info@fabrikam.test"),
    },
    { requiredKeys: [] },
  ),
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
      fc.record({ ExternalEmailAddress: fc.constantFrom(...HOMES, "") }),
      fc.record({ ArchiveGuid: fc.constantFrom(...GUIDS, "") }),
    ),
  ),
  "Test-ExchangeGroupMembership": membership(fc.constantFrom(MAIL_GROUP, "no-such-group")),
  "Start-ExchangeMailboxMove": fc.record({
    TargetDeliveryDomain: fc.constantFrom(...MOVES.domains),
    RemoteHost: fc.constantFrom(...MOVES.hosts),
  }),
  "Get-ExchangeMailboxMoveStatus": fc.record(
    { Until: fc.constantFrom("completed", "synced") },
    { requiredKeys: [] },
  ),
  "Send-AdminAlert": fc.oneof(
    fc.record({ Subject: anySubject, Text: anyText }, { requiredKeys: ["Subject"] }),
    fc.record({ Subject: anySubject, Text: anyText, Webhook: fc.constant("pager") }),
    fc.record(
      {
        Subject: anySubject,
        Text: anyText,
        From: fc.constant("a@fabrikam.test"),
        To: fc.oneof(anyAddress, fc.uniqueArray(anyAddress, { minLength: 1 })),
      },
      { requiredKeys: ["Subject", "From", "To"] },
    ),
  ),
};
