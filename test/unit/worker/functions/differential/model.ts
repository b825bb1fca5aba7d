/** What each function should do, written as what the world is before and after, without looking
 *  at how functions do it: no calls, no order, no ids. */
// long: one entry for each function, to be read as a table
import type { JsonObject } from "../../../../../runtime/contract/json-object.ts";
import type { MailSide, Person, World } from "./world.ts";

export type Outcome = {
  readonly answer: "done" | "not yet" | "failed";
  /** What becomes of the person that was named: gone is null. */
  readonly becomes?: Person | null;
  /** Whoever was not there before. */
  readonly arrives?: Person;
  readonly says?: string;
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
const NOT_YET: Outcome = { answer: "not yet" };

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

const check = (isAsExpected: boolean): Outcome => (isAsExpected ? DONE : NOT_YET);

const emailOf = (written: string): string => low(written).replace(/^smtp:/, "");
const isEmail = (written: string): boolean => !/^(?!smtp:)[a-z0-9]+:/i.test(written);
const isMain = (written: string): boolean => written.startsWith("SMTP:");

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
  const arrives = {
    ...(wanted as Pick<Person, keyof typeof wanted>),
    upn: String(params["UserPrincipalName"]),
    usageLocation: null,
    mail: null,
    external: "no",
    groups: [],
    mailSide: null,
    move: "none",
  } as const satisfies Person;
  return { answer: "done", arrives };
};

const renamed: Model = ({ world, person, params }) => {
  const holder = holds(world, params["NewUserPrincipalName"]);
  if (person === null) return "UserId" in params || holder === undefined ? FAILED : DONE;
  if (holder !== undefined) return holder === person ? DONE : FAILED;
  return set(person, { upn: String(params["NewUserPrincipalName"]) });
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
    tag: null,
    upn: null,
    displayName: String(mail).split("@")[0] ?? null,
    isEnabled: true,
    department: null,
    usageLocation: null,
    mail: String(mail),
    external: "pending",
    groups: [],
    mailSide: null,
    move: "none",
  };
  return { answer: "done", arrives, ...mailed };
};

const converted: Model = ({ world, person, params }) => {
  const name = params["NewUserPrincipalName"];
  const holder = name === undefined ? undefined : holds(world, name);
  if (person === null) {
    const isDone = !("UserId" in params) && holder?.external === "no";
    return isDone
      ? DONE
      : holder !== undefined && !("UserId" in params)
        ? { ...set(holder, { external: "no" }) }
        : FAILED;
  }
  if (person.external === "no") {
    return name === undefined || low(person.upn) === low(name) ? DONE : FAILED;
  }
  if (holder !== undefined && holder !== person) return FAILED;
  return set(person, { external: "no", upn: name === undefined ? person.upn : String(name) });
};

const attributesMatch: Model = ({ person, params }) => {
  if (person === null) return NOT_YET;
  const expected = params["Expected"] as Readonly<Record<string, string>>;
  const userType = person.external === "no" ? "member" : "guest";
  return check(
    Object.entries(expected).every(([name, value]) => {
      if (name === "department") return (person.department ?? "") === value;
      if (name === "userType") return userType === low(value);
      return low(person.upn) === low(value);
    }),
  );
};

const inGroup: Model = (asked) => {
  const { world, person, params } = asked;
  if (!hasGroup(asked)) return FAILED;
  const group = String(params["GroupName"]);
  if (params["ExpectEmpty"]) {
    return check(!world.people.some(({ groups }) => groups.includes(group)));
  }
  const isMember = person?.groups.includes(group) ?? false;
  return check(isMember === (params["ExpectMember"] ?? true));
};

const inMailGroup: Model = ({ world, person, params }) => {
  const { name, members } = world.mailGroup;
  if (params["GroupName"] !== name) return FAILED;
  if (params["ExpectEmpty"]) return check(members.length === 0);
  const isMember = person?.mailSide != null && members.includes(person.tag ?? "");
  return check(isMember === (params["ExpectMember"] ?? true));
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
  const next = [main, ...rest.map((each) => each.replace(/^(?:smtp:)?/i, "smtp:")), ...other];
  const shape = (all: readonly string[]) =>
    JSON.stringify(all.map((each) => (isMain(each) ? `! ${low(each)}` : low(each))).toSorted());
  return shape(next) === shape(mail.addresses) ? mail : { ...mail, addresses: next };
});

const routed = forMail((mail, { params }) => {
  const external = String(params["ExternalAddress"]);
  if (mail.external !== null && low(mail.external) === low(external)) return mail;
  return mail.kind === "mail-user" ? { ...mail, external } : null;
});

const guids = forMail((mail, { params }) => {
  const guid = low(params["ExchangeGuid"]);
  const archive = params["ArchiveGuid"] ? low(params["ArchiveGuid"]) : mail.archive;
  if (guid === mail.guid && archive === mail.archive) return mail;
  return mail.kind === "mail-user" ? { ...mail, guid, archive } : null;
});

const mailMatches: Model = ({ person, params }) => {
  const mail = person?.mailSide;
  if (!mail) return NOT_YET;
  const { EmailAddresses, ExchangeGuid } = params["Expected"] as {
    readonly EmailAddresses?: readonly string[];
    readonly ExchangeGuid?: string;
  };
  const present = mail.addresses.filter(isEmail).map(emailOf);
  return check(
    (EmailAddresses ?? []).every((each) => present.includes(emailOf(each))) &&
      (ExchangeGuid === undefined || low(ExchangeGuid) === (mail.guid ?? "")),
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
  return check(ends.includes(person.move));
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
