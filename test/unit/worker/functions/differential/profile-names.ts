/** The properties of a person that worlds have, by Graph's names. */

/** Those that are nothing but text. */
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
