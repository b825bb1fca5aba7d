/** What models are written with: what is asked, what comes of it, and how a world is looked at. */
import type { JsonObject } from "../../../../../runtime/contract/json-object.ts";
import type { Told } from "./model-differences.ts";
import type { MailSide, Person, World } from "./world.ts";

export type Outcome = {
  readonly answer: "done" | "not yet" | "failed";
  /** What becomes of the person that was named: gone is null. */
  readonly becomes?: Person | null;
  /** Whoever was not there before. */
  readonly arrives?: Person;
  /** What is sent, line by line. */
  readonly says?: readonly string[];
  /** What a repeat of the same call answers, where that differs. */
  readonly again?: "failed";
  /** What a check tells of that is not as expected. */
  readonly tells?: readonly Told[];
};

export type Asked = {
  readonly world: World;
  /** Whom the parameters name; null: nobody. */
  readonly person: Person | null;
  readonly params: JsonObject;
};

export type Model = (asked: Asked) => Outcome;

/** The address first, and the one that was first among the others. */
export const withMain = (mail: MailSide, wanted: string): MailSide => {
  if (mail.addresses.some((each) => isMain(each) && emailOf(each) === low(wanted))) return mail;
  const others = mail.addresses.filter((each) => emailOf(each) !== low(wanted));
  const addresses = [`SMTP:${wanted}`, ...others.map((each) => each.replace(/^SMTP:/, "smtp:"))];
  return { ...mail, addresses };
};

export const DONE: Outcome = { answer: "done" };
export const FAILED: Outcome = { answer: "failed" };

export const low = (text: unknown): string => String(text).toLowerCase();
export const holds = (world: World, upn: unknown): Person | undefined =>
  world.people.find((person) => person.upn !== null && low(person.upn) === low(upn));
export const set = (person: Person, changes: Partial<Person>): Outcome => ({
  answer: "done",
  becomes: { ...person, ...changes },
});

/** For functions that need the person to be there. */
export const forPerson =
  (then: (person: Person, asked: Asked) => Outcome): Model =>
  (asked) =>
    asked.person === null ? FAILED : then(asked.person, asked);

export const forMail = (then: (mail: MailSide, asked: Asked) => MailSide | null): Model =>
  forPerson((person, asked) => {
    if (person.mailSide === null) return FAILED;
    const mailSide = then(person.mailSide, asked);
    return mailSide === null ? FAILED : set(person, { mailSide });
  });

export const check = (tells: readonly Told[]): Outcome => ({
  answer: tells.length === 0 ? "done" : "not yet",
  tells,
});
export const absent = (what: string): readonly Told[] => [
  { Property: what, Expected: "exists", Actual: "not found" },
];

export const emailOf = (written: string): string => low(written).replace(/^smtp:/, "");
export const isEmail = (written: string): boolean => !/^(?!smtp:)[a-z0-9]+:/i.test(written);
export const isMain = (written: string): boolean => written.startsWith("SMTP:");

/** Addresses belong to one person each: they tell what somebody was called. */
export const answersTo = ({ mailSide }: Person, name: unknown): boolean =>
  (mailSide?.addresses ?? []).some((each) => isEmail(each) && emailOf(each) === low(name));

/** Named by a name that it no longer has, somebody is found again only by their addresses. */
export const underNewName = (
  person: Person,
  { params }: Asked,
  becomes: Partial<Person>,
): Outcome => {
  const isRenamed = becomes.upn !== undefined && low(becomes.upn) !== low(person.upn);
  const isLost = isRenamed && !("UserId" in params) && !answersTo(person, person.upn);
  return { ...set(person, becomes), ...(isLost ? { again: "failed" } : {}) };
};

/** Whom a name means that nobody has: whoever has the new one and was called so. */
export const calledBefore = ({ world, params }: Asked): Person | null => {
  const holder = holds(world, params["NewUserPrincipalName"]);
  if ("UserId" in params || holder === undefined) return null;
  return answersTo(holder, params["UserPrincipalName"]) ? holder : null;
};

/** What is not said of whoever arrives. */
export const NOBODY_YET: Person = {
  tag: null,
  upn: null,
  displayName: null,
  isEnabled: null,
  department: null,
  usageLocation: null,
  phones: [],
  profile: {},
  mail: null,
  external: "no",
  groups: [],
  mailSide: null,
  move: "none",
  movedFrom: null,
};
