/** The groups of a company: one per department and office, lists for mail, licences, leaders, and
 *  one that holds the departments' groups, so that membership is not only direct. */
import { idOf } from "../chance.ts";
import type { Group } from "../objects.ts";
import type { Company, Person } from "./generate-company.ts";
import { folded } from "./names.ts";
import { DEPARTMENTS, LICENCES, OFFICES } from "./workplaces.ts";

export type CompanyGroup = {
  readonly group: Group;
  readonly members: readonly string[];
  readonly kind: "user" | "group";
};

export function groupsOfCompany(
  seed: string,
  domain: string,
  company: Company,
): readonly CompanyGroup[] {
  const { people } = company;
  if (people.length === 0) return [];
  const make = (name: string, mail: boolean): Group => newGroup(seed, domain, name, mail);
  const of = (group: Group, isIn: (person: Person) => boolean): CompanyGroup => ({
    group,
    kind: "user",
    members: people.filter(isIn).map(({ user }) => user.id),
  });
  const departments = DEPARTMENTS.map(({ name }) =>
    of(make(name, false), ({ department }) => department === name),
  );
  const everyone: CompanyGroup = {
    group: make("Everyone", false),
    kind: "group",
    members: departments.map(({ group }) => group.id),
  };
  return [
    ...departments,
    everyone,
    ...DEPARTMENTS.map(({ name }) =>
      of(make(`${name} News`, true), ({ department }) => department === name),
    ),
    ...OFFICES.map(({ city }) => of(make(`Office ${city}`, true), ({ office }) => office === city)),
    ...LICENCES.map((name) =>
      of(make(`License ${name}`, false), ({ licence }) => licence === name),
    ),
    of(make("Leaders", true), ({ isLeader }) => isLeader),
    { group: make("Guests", false), kind: "user", members: company.guests.map(({ id }) => id) },
  ];
}

function newGroup(seed: string, domain: string, displayName: string, isList: boolean): Group {
  const mailNickname = folded(displayName);
  const mail = isList ? `${mailNickname}@${domain}` : null;
  return {
    id: idOf(seed, "company-group", displayName),
    displayName,
    description: null,
    mailNickname,
    mail,
    mailEnabled: isList,
    securityEnabled: !isList,
    groupTypes: [],
    proxyAddresses: mail === null ? [] : [`SMTP:${mail}`],
    createdDateTime: "2014-01-01T00:00:00.000Z",
  };
}
