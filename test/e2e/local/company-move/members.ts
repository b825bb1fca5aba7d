/** The table of the move: five hundred people of a made-up company in three waves. Some of them
 *  ask for a licence group that the target does not have; some leave before their wave. */
import { writeTable } from "../../../../runtime/csv/write-table.ts";
import { generateCompany } from "../../../../runtime/tenant/simulated/company/generate-company.ts";
import { memberRows } from "../../../../runtime/tenant/simulated/company/member-rows.ts";

export type Member = {
  readonly UserPrincipalName: string;
  readonly TargetUpn: string;
  readonly DisplayName: string;
  readonly Department: string;
  readonly PrimarySmtp: string;
  readonly ProxyAddresses: string;
  readonly ExchangeGuid: string;
  readonly LicenceGroup: string;
  readonly UsageLocation: string;
  readonly CutoverAt: string;
};

const PEOPLE = 500;
const WAVES = 3;
const HOUR_MS = 3_600_000;
/** Who moves last leaves the plan now and then: fewer than would be held for approval. */
const LEAVERS = 9;
/** Every so many-th asks for what is not there. */
const UNLICENSED_EACH = 83;

/** Pre-stage (T-5d) of all waves is due at `now`; mail (T-2d) of the first two days later. */
export function membersOf(now: Date): readonly Member[] {
  const company = generateCompany({
    seed: "five-hundred",
    domain: "contoso.example",
    people: PEOPLE,
  });
  return memberRows(company).map((person, at) => ({
    UserPrincipalName: person.user_principal_name,
    TargetUpn: person.user_principal_name.replace("@contoso.example", ".c@fabrikam.example"),
    DisplayName: person.display_name,
    Department: person.department,
    PrimarySmtp: person.mail,
    ProxyAddresses: person.proxy_addresses,
    ExchangeGuid: person.exchange_guid,
    LicenceGroup: isUnlicensed(at) ? "License Nobody Has" : `License ${person.licence}`,
    UsageLocation: person.usage_location,
    CutoverAt: new Date(now.getTime() + (96 + 12 * (at % WAVES)) * HOUR_MS).toISOString(),
  }));
}

const isUnlicensed = (at: number): boolean => at % UNLICENSED_EACH === 0;

export const unlicensed = (members: readonly Member[]): readonly Member[] =>
  members.filter((_, at) => isUnlicensed(at));

export const leavers = (members: readonly Member[]): readonly Member[] =>
  members.filter((_, at) => at % WAVES === WAVES - 1 && !isUnlicensed(at)).slice(0, LEAVERS);

export const tableOf = (members: readonly Member[]): string =>
  writeTable(
    Object.keys(members[0] ?? {}),
    members.map((member) => Object.values(member)),
  );
