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
/** Where moves come from and go to. */
export const MOVES = {
  hosts: ["outlook.office365.com", "mail.contoso.test"],
  domains: ["fabrikam.mail.onmicrosoft.com", "fabrikam.test"],
} as const;
