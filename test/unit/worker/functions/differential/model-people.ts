/** What the functions of the directory should do. */
import type { JsonObject } from "../../../../../runtime/contract/json-object.ts";
import { answersTo, withMain } from "./model-addresses.ts";
import { absent, check, isEmptyNow, isMemberAs } from "./model-checks.ts";
import { type Rule, tellDifference } from "./model-differences.ts";
import { holds, low, NOBODY_YET } from "./model-names.ts";
import {
  type Asked,
  DONE,
  FAILED,
  forPerson,
  type Model,
  type Outcome,
  set,
} from "./model-parts.ts";
import type { Person } from "./world.ts";

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

/** Properties of Graph that are called like their parameters, but for the first letter. */
const given = (params: JsonObject): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(params).flatMap(([name, value]) =>
      OTHERWISE.has(name) || value === "" || value === null
        ? []
        : [[name.charAt(0).toLowerCase() + name.slice(1), String(value)]],
    ),
  );
const OTHERWISE = new Set([
  "UserPrincipalName",
  "DisplayName",
  "AccountEnabled",
  "Department",
  "UsageLocation",
]);

const newUser: Model = ({ world, params }) => {
  const wanted = {
    displayName: params["DisplayName"],
    isEnabled: params["AccountEnabled"] ?? false,
    department: params["Department"] || null,
    usageLocation: params["UsageLocation"] || null,
  } as Pick<Person, "displayName" | "isEnabled" | "department" | "usageLocation">;
  const profile = given(params);
  const upn = String(params["UserPrincipalName"]);
  const holder = holds(world, upn);
  if (holder !== undefined) {
    const isSame =
      holder.displayName === wanted.displayName &&
      holder.isEnabled === wanted.isEnabled &&
      (wanted.department === null || holder.department === wanted.department) &&
      (wanted.usageLocation === null || holder.usageLocation === wanted.usageLocation) &&
      Object.entries(profile).every(([name, value]) => holder.profile[name] === value);
    return isSame ? DONE : FAILED;
  }
  const arrives: Person = {
    ...NOBODY_YET,
    ...wanted,
    upn,
    profile: { mailNickname: upn.split("@")[0], ...profile },
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
  const { department, usageLocation, displayName, businessPhones, ...others } = Object.fromEntries(
    Object.entries(params["Attributes"] as JsonObject).map(([name, value]) => [
      name,
      value === "" ? null : typeof value === "number" ? String(value) : value,
    ]),
  );
  return set(person, {
    ...(department === undefined ? {} : { department }),
    ...(usageLocation === undefined ? {} : { usageLocation }),
    ...(displayName === undefined ? {} : { displayName }),
    ...(businessPhones === undefined ? {} : { phones: businessPhones }),
    profile: { ...person.profile, ...others },
  } as Partial<Person>);
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
  const { EmailAddress, UserPrincipalName, DisplayName, RedirectUrl, Message } = params;
  const mail = EmailAddress ?? (person === null ? UserPrincipalName : person.mail);
  const says = [
    ...(Message ? [`invitation: ${Message}`] : []),
    `invited: ${mail} to ${RedirectUrl ?? "https://myapps.microsoft.com"}`,
  ];
  if (person !== null) {
    if (person.external !== "no") return DONE;
    const own = [person.mail, ...[person.profile["otherMails"] ?? []].flat()].map(low);
    if (mail === null || !own.includes(low(mail))) return FAILED;
    return { ...set(person, { external: "pending" }), says };
  }
  // Whoever is named by an id is not looked for under an address.
  if (UserPrincipalName === undefined) return FAILED;
  const isHeld = (each: Person) => low(each.mail) === low(mail) || answersTo(each, mail);
  if (world.people.some(isHeld)) return FAILED;
  const arrives: Person = {
    ...NOBODY_YET,
    displayName: String(DisplayName || String(mail).split("@")[0]),
    isEnabled: true,
    mail: String(mail),
    external: "pending",
  };
  return { answer: "done", arrives, says };
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
  const mail = asked.params["Mail"];
  const mailed = mail === undefined ? {} : mailedAs(person, String(mail));
  return underNewName(person, asked, { external: "no", upn, ...mailed });
};

const mailedAs = (person: Person, mail: string): Partial<Person> => ({
  mail,
  mailSide: person.mailSide === null ? null : withMain(person.mailSide, mail),
});

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

const inGroup: Model = (asked) => {
  const { world, person, params } = asked;
  if (!hasGroup(asked)) return FAILED;
  const group = String(params["GroupName"]);
  if (params["ExpectEmpty"]) {
    return isEmptyNow(world.people.filter(({ groups }) => groups.includes(group)).length);
  }
  return isMemberAs(params["ExpectMember"] ?? true, person?.groups.includes(group) ?? false);
};

export const PEOPLE_MODEL: Readonly<Record<string, Model>> = {
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
};
