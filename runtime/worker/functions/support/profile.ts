/** The properties of a person that functions may set. Everything else about an account has a
 *  function of its own (its name, whether it may sign in) or is not a runbook's to set
 *  (passwords, identities). Graph's spelling; parameters begin with a capital. */
import { z } from "zod";
import type { JsonObject } from "../../../contract/json-object.ts";
import { given, optionalText } from "./params.ts";

const PROFILE_TEXTS = [
  "city",
  "companyName",
  "country",
  "department",
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
  "usageLocation",
] as const;

type ProfileText = (typeof PROFILE_TEXTS)[number];
type Param = Capitalize<ProfileText>;

const paramOf = (name: ProfileText): Param =>
  `${name.charAt(0).toUpperCase()}${name.slice(1)}` as Param;

export const profileParams = Object.fromEntries(
  PROFILE_TEXTS.map((name) => [paramOf(name), optionalText]),
) as Record<Param, typeof optionalText>;

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
  ...(Object.fromEntries(PROFILE_TEXTS.map((name) => [name, optionalText])) as Record<
    ProfileText,
    typeof optionalText
  >),
  displayName: z.string().min(1).optional(),
  businessPhones: texts.optional(),
  otherMails: texts.optional(),
  showInAddressList: z.boolean().optional(),
});
