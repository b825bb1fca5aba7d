/** A company from a seed: people with names, jobs, managers, mailboxes and groups, and guests.
 *  G1. The same seed, size and domain give the same company, byte for byte, whatever else
 *      happens.
 *  G2. User principal names and addresses are unique, and plain ASCII. */
import { chanceOf, idOf, pick, wholeBetween } from "../chance.ts";
import { TENANT_LIMITS } from "../limits.ts";
import type { User } from "../objects.ts";
import type { CompanySize } from "../settings.ts";
import { FAMILY_NAMES, GIVEN_NAMES, PARTNERS } from "./names.ts";
import { DEPARTMENTS, type Department, LICENCES, OFFICES, type Office } from "./workplaces.ts";

export type Person = {
  readonly user: User;
  readonly department: string;
  readonly office: string;
  readonly licence: string;
  readonly isLeader: boolean;
  readonly managerId: string | null;
  readonly exchangeGuid: string;
  readonly archiveGuid: string | null;
};

export type Company = {
  readonly people: readonly Person[];
  readonly guests: readonly User[];
};

const GUESTS_PER_HUNDRED = 3;
const TEAM_SIZE = 9;
const SYNCED_SHARE = 0.03;
const ARCHIVE_SHARE = 0.3;

export function generateCompany(options: CompanySize & { readonly seed: string }): Company {
  const { seed, domain } = options;
  const size = Math.min(Math.max(0, Math.floor(options.people)), TENANT_LIMITS.peopleMax);
  const names = new Map<string, number>();
  const people: Person[] = [];
  for (let at = 0; at < size; at++) people.push(personAt(seed, domain, at, names, people));
  const guests = Array.from({ length: Math.floor((size * GUESTS_PER_HUNDRED) / 100) }, (_, at) =>
    guestAt(seed, domain, at),
  );
  return { people, guests };
}

function personAt(
  seed: string,
  domain: string,
  at: number,
  names: Map<string, number>,
  before: readonly Person[],
): Person {
  const luck = (about: string) => chanceOf(seed, "person", at, about);
  const given = pick(GIVEN_NAMES, luck("given"));
  const family = pick(FAMILY_NAMES, luck("family"));
  const local = freeName(`${given.plain}.${family.plain}`, names);
  const department = departmentOf(luck("department"));
  const office = pick(OFFICES, luck("office"));
  const isLeader = at === 0 || at % TEAM_SIZE === 0;
  const user = {
    ...identityOf(seed, domain, local, at),
    ...accountOf(luck, at),
    displayName: `${given.text} ${family.text}`,
    givenName: given.text,
    surname: family.text,
    ...workOf(luck, department, office, isLeader, at),
  };
  return {
    user,
    department: department.name,
    office: office.city,
    licence: pick(LICENCES, luck("licence")),
    isLeader,
    managerId: managerOf(at, before),
    exchangeGuid: idOf(seed, "mailbox", local),
    archiveGuid: luck("archive") < ARCHIVE_SHARE ? idOf(seed, "archive", local) : null,
  };
}

/** The second Kim Lee is kim.lee2. */
function freeName(wanted: string, names: Map<string, number>): string {
  const times = (names.get(wanted) ?? 0) + 1;
  names.set(wanted, times);
  return times === 1 ? wanted : `${wanted}${times}`;
}

function identityOf(seed: string, domain: string, local: string, at: number) {
  const mail = `${local}@${domain}`;
  const number = `e${String(at + 1).padStart(6, "0")}`;
  return {
    id: idOf(seed, "person", local),
    userPrincipalName: mail,
    mail,
    mailNickname: local,
    proxyAddresses: [`SMTP:${mail}`, `smtp:${number}@${domain}`, `x500:/o=Org/cn=${local}`],
    otherMails: [],
    employeeId: number,
    userType: "Member" as const,
    companyName: companyName(domain),
  };
}

const companyName = (domain: string): string => {
  const word = domain.split(".")[0] ?? domain;
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
};

const CREATED_FROM = Date.UTC(2014, 0, 1);
const CREATED_DAYS = 4_000;
const DAY_MS = 86_400_000;

function accountOf(luck: (about: string) => number, at: number) {
  const created = CREATED_FROM + Math.floor(luck("created") * CREATED_DAYS) * DAY_MS;
  return {
    accountEnabled: luck("enabled") < 0.98,
    createdDateTime: new Date(created).toISOString(),
    onPremisesSyncEnabled: at > 0 && luck("synced") < SYNCED_SHARE ? true : null,
    employeeType: luck("type") < 0.9 ? "Employee" : "Contractor",
  };
}

function workOf(
  luck: (about: string) => number,
  department: Department,
  office: Office,
  isLeader: boolean,
  at: number,
) {
  const title = at === 0 ? "Chief Executive Officer" : pick(department.titles, luck("title"));
  const floor = wholeBetween(1, 9, luck("floor"));
  const room = wholeBetween(10, 49, luck("room"));
  return {
    department: department.name,
    jobTitle: isLeader && at > 0 ? `Head of ${department.name}` : title,
    officeLocation: `${office.city} ${floor}.${room}`,
    city: office.city,
    country: office.country,
    usageLocation: office.location,
    preferredLanguage: office.language,
    businessPhones: [`${office.phone} ${wholeBetween(100_000, 999_999, luck("phone"))}`],
    mobilePhone: null,
  };
}

function departmentOf(chance: number): Department {
  let left = chance * 100;
  for (const department of DEPARTMENTS) {
    if (left < department.share) return department;
    left -= department.share;
  }
  return pick(DEPARTMENTS, 0);
}

/** A tree: the first person leads, every ninth leads those who come after. */
function managerOf(at: number, before: readonly Person[]): string | null {
  if (at === 0) return null;
  const team = Math.floor(at / TEAM_SIZE);
  const leaderAt =
    at % TEAM_SIZE === 0 ? Math.floor(team / TEAM_SIZE) * TEAM_SIZE : team * TEAM_SIZE;
  return before[leaderAt === at ? 0 : leaderAt]?.user.id ?? null;
}

function guestAt(seed: string, domain: string, at: number): User {
  const luck = (about: string) => chanceOf(seed, "guest", at, about);
  const given = pick(GIVEN_NAMES, luck("given"));
  const family = pick(FAMILY_NAMES, luck("family"));
  const partner = pick(PARTNERS, luck("partner"));
  const mail = `${given.plain}.${family.plain}.${at + 1}@${partner}.example`;
  return {
    id: idOf(seed, "guest", mail),
    userPrincipalName: `${mail.replace("@", "_")}#EXT#@${domain}`,
    displayName: `${given.text} ${family.text} (${companyName(`${partner}.example`)})`,
    givenName: given.text,
    surname: family.text,
    mail,
    mailNickname: `${mail.replace("@", "_")}#EXT#`,
    proxyAddresses: [`SMTP:${mail}`],
    otherMails: [mail],
    accountEnabled: true,
    userType: "Guest",
    creationType: "Invitation",
    externalUserState: luck("accepted") < 0.9 ? "Accepted" : "PendingAcceptance",
    externalUserStateChangeDateTime: new Date(CREATED_FROM).toISOString(),
    createdDateTime: new Date(CREATED_FROM).toISOString(),
  };
}
