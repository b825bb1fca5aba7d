/** A company's people as a table, for a batch: one row per person, in columns that a runbook's
 *  templates can name. Lists are joined by semicolons, as multi-values are in a CSV file. */
import type { Company } from "./generate-company.ts";

export const MEMBER_COLUMNS = [
  "member_id",
  "user_principal_name",
  "display_name",
  "given_name",
  "surname",
  "mail",
  "proxy_addresses",
  "department",
  "job_title",
  "city",
  "country",
  "usage_location",
  "employee_id",
  "manager",
  "licence",
  "exchange_guid",
  "archive_guid",
] as const;

export type MemberRow = Readonly<Record<(typeof MEMBER_COLUMNS)[number], string>>;

export function memberRows({ people }: Company): readonly MemberRow[] {
  const names = new Map(people.map(({ user }) => [user.id, user.userPrincipalName]));
  const text = (value: unknown): string => (typeof value === "string" ? value : "");
  return people.map(({ user, ...person }) => ({
    member_id: text(user["employeeId"]),
    user_principal_name: user.userPrincipalName,
    display_name: user.displayName,
    given_name: text(user["givenName"]),
    surname: text(user["surname"]),
    mail: user.mail ?? "",
    proxy_addresses: user.proxyAddresses.join(";"),
    department: person.department,
    job_title: text(user["jobTitle"]),
    city: text(user["city"]),
    country: text(user["country"]),
    usage_location: text(user["usageLocation"]),
    employee_id: text(user["employeeId"]),
    manager: names.get(person.managerId ?? "") ?? "",
    licence: person.licence,
    exchange_guid: person.exchangeGuid,
    archive_guid: person.archiveGuid ?? "",
  }));
}
