/** Names that worlds, and what is asked in them, have in common. */

export const GROUPS = ["coexistence", "licence-e3"] as const;
export const MAIL_GROUP = "all-fabrikam";
export const PHONES = ["+49 30 1", "+49 30 2"] as const;
export const GUIDS = [
  "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
  "9b2e6d0c-6d4e-4d0b-8b55-2a4f3f0c7d02",
] as const;
/** What somebody was called before: no longer a name, but perhaps one of their addresses. */
export const formerName = (tag: string): string => `former-${tag}@contoso.test`;
/** Functions that make the account they name. */
export const MAKERS: ReadonlySet<string> = new Set(["New-EntraUser", "New-ExchangeMailUser"]);
/** Properties of a person that are nothing but text, by Graph's names. */
export const PROFILE_TEXTS = [
  "city",
  "companyName",
  "country",
  "employeeId",
  "employeeType",
  "faxNumber",
  "givenName",
  "jobTitle",
  "mailNickname",
  "mobilePhone",
  "officeLocation",
  "postalCode",
  "preferredLanguage",
  "state",
  "streetAddress",
  "surname",
] as const;
export const PROFILE_NAMES = [...PROFILE_TEXTS, "otherMails", "showInAddressList"] as const;
/** What a property is, where it is set in the beginning. */
export const profileValue = (name: string): string => `${name}.1`;
/** Where moves come from and go to. */
export const HOSTS = ["outlook.office365.com", "mail.contoso.test"] as const;
export const DOMAINS = ["fabrikam.mail.onmicrosoft.com", "fabrikam.test"] as const;
