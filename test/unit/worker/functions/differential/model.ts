/** What each function should do, written as what the world is before and after, without looking
 *  at how functions do it: no calls, no order, no ids. */
// long: one entry for each function, to be read as a table
import type { JsonObject } from "../../../../../runtime/contract/json-object.ts";
import { type Rule, type Told, tellDifference } from "./model-differences.ts";
import type { MailSide, Person, World } from "./world.ts";

export type Outcome = {
  readonly answer: "done" | "not yet" | "failed";
  /** What becomes of the person that was named: gone is null. */
  readonly becomes?: Person | null;
  /** Whoever was not there before. */
  readonly arrives?: Person;
  readonly says?: string;
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

type Model = (asked: Asked) => Outcome;

const DONE: Outcome = { answer: "done" };
const FAILED: Outcome = { answer: "failed" };

const low = (text: unknown): string => String(text).toLowerCase();
const holds = (world: World, upn: unknown): Person | undefined =>
  world.people.find((person) => person.upn !== null && low(person.upn) === low(upn));
const set = (person: Person, changes: Partial<Person>): Outcome => ({
  answer: "done",
  becomes: { ...person, ...changes },
});

/** For functions that need the person to be there. */
const forPerson =
  (then: (person: Person, asked: Asked) => Outcome): Model =>
  (asked) =>
    asked.person === null ? FAILED : then(asked.person, asked);

const forMail = (then: (mail: MailSide, asked: Asked) => MailSide | null): Model =>
  forPerson((person, asked) => {
    if (person.mailSide === null) return FAILED;
    const mailSide = then(person.mailSide, asked);
    return mailSide === null ? FAILED : set(person, { mailSide });
  });

const check = (tells: readonly Told[]): Outcome => ({
  answer: tells.length === 0 ? "done" : "not yet",
  tells,
});
const absent = (what: string): readonly Told[] => [
  { Property: what, Expected: "exists", Actual: "not found" },
];

const emailOf = (written: string): string => low(written).replace(/^smtp:/, "");
const isEmail = (written: string): boolean => !/^(?!smtp:)[a-z0-9]+:/i.test(written);
const isMain = (written: string): boolean => written.startsWith("SMTP:");

/** Addresses belong to one person each: they tell what somebody was called. */
const answersTo = ({ mailSide }: Person, name: unknown): boolean =>
  (mailSide?.addresses ?? []).some((each) => isEmail(each) && emailOf(each) === low(name));

/** Named by a name that it no longer has, somebody is found again only by their addresses. */
const underNewName = (person: Person, { params }: Asked, becomes: Partial<Person>): Outcome => {
  const isRenamed = becomes.upn !== undefined && low(becomes.upn) !== low(person.upn);
  const isLost = isRenamed && !("UserId" in params) && !answersTo(person, person.upn);
  return { ...set(person, becomes), ...(isLost ? { again: "failed" } : {}) };
};

/** Whom a name means that nobody has: whoever has the new one and was called so. */
const calledBefore = ({ world, params }: Asked): Person | null => {
  const holder = holds(world, params["NewUserPrincipalName"]);
  if ("UserId" in params || holder === undefined) return null;
  return answersTo(holder, params["UserPrincipalName"]) ? holder : null;
};

/** What is not said of whoever arrives. */
const NOBODY_YET: Person = {
  tag: null,
  upn: null,
  displayName: null,
  isEnabled: null,
  department: null,
  usageLocation: null,
  phones: [],
  mail: null,
  external: "no",
  groups: [],
  mailSide: null,
  move: "none",
};

const newUser: Model = ({ world, params }) => {
  const wanted = {
    displayName: params["DisplayName"],
    isEnabled: params["AccountEnabled"] ?? false,
    department: params["Department"] || null,
    tag: params["EmployeeId"] ?? null,
  };
  const holder = holds(world, params["UserPrincipalName"]);
  if (holder !== undefined) {
    const isSame =
      holder.displayName === wanted.displayName &&
      holder.isEnabled === wanted.isEnabled &&
      (wanted.department === null || holder.department === wanted.department) &&
      (wanted.tag === null || holder.tag === wanted.tag);
    return isSame ? DONE : FAILED;
  }
  const arrives: Person = {
    ...NOBODY_YET,
    ...(wanted as Pick<Person, keyof typeof wanted>),
    upn: String(params["UserPrincipalName"]),
  };
  return { answer: "done", arrives };
};

const renamed: Model = (asked) => {
  const upn = String(asked.params["NewUserPrincipalName"]);
  const { person } = asked;
  if (person === null) {
    const before = calledBefore(asked);
    return before === null ? FAILED : set(before, { upn });
  }
  const holder = holds(asked.world, upn);
  if (holder !== undefined && holder !== person) return FAILED;
  return underNewName(person, asked, { upn });
};

const attributes = forPerson((person, { params }) => {
  const { department, usageLocation } = params["Attributes"] as Partial<Person>;
  return set(person, {
    ...(department === undefined ? {} : { department: department || null }),
    ...(usageLocation === undefined ? {} : { usageLocation: usageLocation || null }),
  });
});

const hasGroup = ({ world, params }: Asked): boolean =>
  world.groups.includes(String(params["GroupName"]));

const joins = forPerson((person, asked) => {
  const group = String(asked.params["GroupName"]);
  if (!hasGroup(asked)) return FAILED;
  return set(person, { groups: [...new Set([...person.groups, group])] });
});

const leaves: Model = (asked) => {
  const { person, params } = asked;
  if (!hasGroup(asked)) return FAILED;
  if (person === null) return DONE;
  return set(person, { groups: person.groups.filter((each) => each !== params["GroupName"]) });
};

const licensed = forPerson((person, asked) => {
  const usageLocation = person.usageLocation ?? asked.params["UsageLocation"];
  if (!hasGroup(asked) || !usageLocation) return FAILED;
  const groups = [...new Set([...person.groups, String(asked.params["GroupName"])])];
  return set(person, { groups, usageLocation: String(usageLocation) });
});

const invited: Model = ({ world, person, params }) => {
  const mailed = params["Message"] ? { says: `invitation: ${params["Message"]}` } : {};
  if (person !== null) {
    if (person.external !== "no") return DONE;
    if (person.mail === null) return FAILED;
    return { ...set(person, { external: "pending" }), ...mailed };
  }
  const mail = params["UserPrincipalName"];
  if (mail === undefined) return FAILED;
  const known = world.people.find((each) => each.mail === mail);
  if (known !== undefined) return DONE;
  const arrives: Person = {
    ...NOBODY_YET,
    displayName: String(mail).split("@")[0] ?? null,
    isEnabled: true,
    mail: String(mail),
    external: "pending",
  };
  return { answer: "done", arrives, ...mailed };
};

const converted: Model = (asked) => {
  const name = asked.params["NewUserPrincipalName"];
  const person = asked.person ?? calledBefore(asked);
  if (person === null) return FAILED;
  if (person.external === "no") {
    return name === undefined || low(person.upn) === low(name) ? DONE : FAILED;
  }
  const holder = name === undefined ? undefined : holds(asked.world, name);
  if (holder !== undefined && holder !== person) return FAILED;
  const upn = name === undefined ? person.upn : String(name);
  return underNewName(person, asked, { external: "no", upn });
};

const USER_RULES: Readonly<Record<string, Rule>> = {
  userPrincipalName: "any case",
  userType: "any case",
  proxyAddresses: "address",
};

const attributesMatch: Model = ({ person, params }) => {
  if (person === null) return check(absent("user"));
  const actual: Readonly<Record<string, unknown>> = {
    department: person.department,
    userPrincipalName: person.upn,
    userType: person.external === "no" ? "Member" : "Guest",
    proxyAddresses: person.mailSide?.addresses ?? [],
    businessPhones: person.phones,
  };
  return check(
    Object.entries(params["Expected"] as JsonObject).flatMap(([name, expected]) =>
      tellDifference(name, {
        expected,
        actual: actual[name],
        rule: USER_RULES[name] ?? "as written",
        mayHoldMore: params["MultiValues"] === "contains",
      }),
    ),
  );
};

const isMemberAs = (expected: unknown, isMember: boolean): Outcome =>
  check(
    tellDifference("member", {
      expected,
      actual: isMember,
      rule: "as written",
      mayHoldMore: false,
    }),
  );

const isEmptyNow = (count: number): Outcome =>
  check(count === 0 ? [] : [{ Property: "members", Expected: 0, Actual: count }]);

const inGroup: Model = (asked) => {
  const { world, person, params } = asked;
  if (!hasGroup(asked)) return FAILED;
  const group = String(params["GroupName"]);
  if (params["ExpectEmpty"]) {
    return isEmptyNow(world.people.filter(({ groups }) => groups.includes(group)).length);
  }
  return isMemberAs(params["ExpectMember"] ?? true, person?.groups.includes(group) ?? false);
};

const inMailGroup: Model = ({ world, person, params }) => {
  const { name, members } = world.mailGroup;
  if (params["GroupName"] !== name) return FAILED;
  if (params["ExpectEmpty"]) return isEmptyNow(members.length);
  const isMember = person?.mailSide != null && members.includes(person.tag ?? "");
  return isMemberAs(params["ExpectMember"] ?? true, isMember);
};

const moreAddresses = forMail((mail, { params }) => {
  const added = [params["EmailAddresses"]].flat().map(String);
  const missing = added.filter(
    (each, index) =>
      !mail.addresses.some((present) => isEmail(present) && emailOf(present) === emailOf(each)) &&
      added.findIndex((other) => emailOf(other) === emailOf(each)) === index,
  );
  const addresses = [
    ...mail.addresses,
    ...missing.map((each) => each.replace(/^(?:smtp:)?/i, "smtp:")),
  ];
  return { ...mail, addresses };
});

const newPrimary = forMail((mail, { params }) => {
  const wanted = String(params["EmailAddress"]);
  if (mail.addresses.some((each) => isMain(each) && emailOf(each) === low(wanted))) return mail;
  const others = mail.addresses.filter((each) => emailOf(each) !== low(wanted));
  const addresses = [`SMTP:${wanted}`, ...others.map((each) => each.replace(/^SMTP:/, "smtp:"))];
  return { ...mail, addresses };
});

const allAddresses = forMail((mail, { params }) => {
  const wanted = params["EmailAddresses"] as readonly string[];
  const main = wanted.find(isMain) ?? mail.addresses.find(isMain) ?? "";
  const rest = wanted.filter(
    (each, index) =>
      emailOf(each) !== emailOf(main) &&
      wanted.findIndex((other) => emailOf(other) === emailOf(each)) === index,
  );
  const other = mail.addresses.filter((each) => !isEmail(each));
  const addresses = [main, ...rest.map((each) => each.replace(/^(?:smtp:)?/i, "smtp:")), ...other];
  return { ...mail, addresses };
});

const newMailUser: Model = ({ world, params }) => {
  const external = String(params["ExternalAddress"]);
  const upn = String(params["UserPrincipalName"]);
  const holder = holds(world, upn);
  if (holder !== undefined) {
    const { kind, external: present } = holder.mailSide ?? { kind: null, external: null };
    return kind === "mail-user" && low(present) === low(external) ? DONE : FAILED;
  }
  const isTaken = world.people.some(
    (each) => answersTo(each, external) || low(each.mail) === low(external),
  );
  if (isTaken) return FAILED;
  const arrives: Person = {
    ...NOBODY_YET,
    upn,
    displayName: String(params["DisplayName"]),
    isEnabled: true,
    mail: external,
    mailSide: {
      kind: "mail-user",
      addresses: [`SMTP:${external}`],
      external,
      guid: null,
      archive: null,
    },
  };
  return { answer: "done", arrives };
};

const routed = forMail((mail, { params }) => {
  const external = String(params["ExternalAddress"]);
  if (mail.kind === "mail-user") return { ...mail, external };
  return mail.external !== null && low(mail.external) === low(external) ? mail : null;
});

const guids = forMail((mail, { params }) => {
  const guid = low(params["ExchangeGuid"]);
  const archive = params["ArchiveGuid"] ? low(params["ArchiveGuid"]) : mail.archive;
  if (guid === mail.guid && archive === mail.archive) return mail;
  return mail.kind === "mail-user" ? { ...mail, guid, archive } : null;
});

const MAIL_RULES: Readonly<Record<string, Rule>> = {
  EmailAddresses: "address",
  PrimarySmtpAddress: "mail",
  ExchangeGuid: "guid",
};

const mailMatches: Model = ({ person, params }) => {
  const mail = person?.mailSide;
  if (!mail) return check(absent("recipient"));
  const actual: Readonly<Record<string, unknown>> = {
    EmailAddresses: mail.addresses,
    PrimarySmtpAddress: mail.addresses.find(isMain)?.slice("SMTP:".length),
    ExchangeGuid: mail.guid ?? "",
    RecipientType: mail.kind,
  };
  return check(
    Object.entries(params["Expected"] as JsonObject).flatMap(([name, expected]) =>
      tellDifference(name, {
        expected,
        actual: actual[name],
        rule: MAIL_RULES[name] ?? "as written",
        mayHoldMore: params["MultiValues"] !== "equal",
      }),
    ),
  );
};

const moves = forPerson((person) => {
  if (person.mailSide === null || person.move === "failed") return FAILED;
  if (person.move !== "none") return DONE;
  // Whoever has a mailbox here cannot be brought another.
  return person.mailSide.kind === "mailbox" ? FAILED : set(person, { move: "queued" });
});

const moveStatus: Model = ({ person, params }) => {
  if (person === null || person.move === "none" || person.move === "failed") return FAILED;
  const ends = params["Until"] === "synced" ? ["synced", "completed"] : ["completed"];
  return { answer: ends.includes(person.move) ? "done" : "not yet" };
};

export const MODEL: Readonly<Record<string, Model>> = {
  "New-EntraUser": newUser,
  "Remove-EntraUser": ({ person }) => (person === null ? DONE : { answer: "done", becomes: null }),
  "Enable-EntraUser": forPerson((person) => set(person, { isEnabled: true })),
  "Disable-EntraUser": forPerson((person) => set(person, { isEnabled: false })),
  "Set-EntraUserUPN": renamed,
  "Set-EntraUserAttribute": attributes,
  "Add-EntraGroupMember": joins,
  "Remove-EntraGroupMember": leaves,
  "Add-EntraLicenceGroup": licensed,
  "Remove-EntraLicenceGroup": leaves,
  "New-EntraB2BInvitation": invited,
  "Convert-EntraB2BToInternal": converted,
  "Test-EntraAttributeMatch": attributesMatch,
  "Test-EntraGroupMembership": inGroup,
  "New-ExchangeMailUser": newMailUser,
  "Add-ExchangeSecondaryEmail": moreAddresses,
  "Set-ExchangePrimaryEmail": newPrimary,
  "Set-ExchangeProxyAddresses": allAddresses,
  "Set-ExchangeExternalAddress": routed,
  "Set-ExchangeMailUserGuids": guids,
  "Test-ExchangeAttributeMatch": mailMatches,
  "Test-ExchangeGroupMembership": inMailGroup,
  "Start-ExchangeMailboxMove": moves,
  "Get-ExchangeMailboxMoveStatus": moveStatus,
  "Send-AdminAlert": ({ params }) => ({
    answer: "done",
    says: `${params["Webhook"] ?? wayOf(params)}: ${params["Subject"]}`,
  }),
};

const wayOf = (params: JsonObject): string => (params["From"] ? "mail" : "admin-alerts");

/** The world after one call. */
export function after({ world, person }: Asked, { becomes, arrives, says }: Outcome): World {
  const changed = person ?? null;
  const people = world.people.flatMap((each) => {
    const isMeant = becomes && each.tag !== null ? each.tag === becomes.tag : each === changed;
    if (becomes === undefined || !isMeant) return [each];
    return becomes === null ? [] : [becomes];
  });
  const left = new Set(people.map(({ tag }) => tag));
  return {
    ...world,
    people: arrives === undefined ? people : [...people, arrives],
    mailGroup: {
      ...world.mailGroup,
      members: world.mailGroup.members.filter((tag) => left.has(tag)),
    },
    sent: says === undefined ? world.sent : [...world.sent, says],
  };
}
