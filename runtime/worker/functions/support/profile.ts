/** The properties of a person that functions may set. Everything else about an account has a
 *  function of its own (its name, whether it may sign in) or is not a runbook's to set
 *  (passwords, identities). Graph's spelling; parameters begin with a capital. */
import { z } from "zod";
import type { JsonObject } from "../../../contract/json-object.ts";
import { given, optionalText } from "./params.ts";

const PROFILE = {
  city: "The city of the person's workplace.",
  companyName: "The company the person works for.",
  country: "The country of the person's workplace.",
  department: "The department the person works in.",
  employeeId: "The number the company knows the person by, at most 16 characters.",
  employeeType: "What kind of worker, such as Employee, Contractor or Vendor.",
  faxNumber: "A fax number.",
  givenName: "The first name.",
  jobTitle: "What the person does.",
  mailNickname: "The mail alias; without it, the part of the name before the @.",
  mobilePhone: "A mobile telephone number.",
  officeLocation: "The office or room.",
  postalCode: "The postal code of the person's workplace.",
  preferredLanguage: "A language, such as en-US.",
  state: "The state or province of the person's workplace.",
  streetAddress: "Street and number of the person's workplace.",
  surname: "The family name.",
  usageLocation: "The country of use as two letters, such as DE; licences need it.",
} as const;

type ProfileText = keyof typeof PROFILE;
type Param = Capitalize<ProfileText>;
type Texts<Name extends string> = Record<Name, typeof optionalText>;

const PROFILE_TEXTS = Object.keys(PROFILE) as readonly ProfileText[];

const paramOf = (name: ProfileText): Param =>
  `${name.charAt(0).toUpperCase()}${name.slice(1)}` as Param;

export const profileParams = Object.fromEntries(
  PROFILE_TEXTS.map((name) => [paramOf(name), optionalText.describe(PROFILE[name])]),
) as Texts<Param>;

/** Those that were given, as Graph spells them. */
export const profileOf = (
  params: Readonly<Partial<Record<Param, string | number | null | undefined>>>,
): JsonObject =>
  Object.fromEntries(
    PROFILE_TEXTS.flatMap((name) => {
      const value = given(params[paramOf(name)]);
      return value === null ? [] : [[name, value]];
    }),
  );

const texts = z.array(z.string().min(1)).max(100);

/** For setting: here "" and null mean to empty the property. */
export const Attributes = z.strictObject({
  ...(Object.fromEntries(
    PROFILE_TEXTS.map((name) => [name, optionalText.describe(PROFILE[name])]),
  ) as Texts<ProfileText>),
  displayName: z.string().min(1).optional().describe("The name that people see."),
  businessPhones: texts.optional().describe("Telephone numbers at work; Graph takes one."),
  otherMails: texts.optional().describe("Further addresses, outside of mail routing."),
  showInAddressList: z.boolean().optional().describe("Whether address lists show the person."),
});
