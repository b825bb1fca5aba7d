/** The companies of the demonstration: Fabrikam, the simulated tenant, and Contoso, whose people
 *  move into it. Both come from seeds, so everybody sees the same people. */
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { RunbookName } from "../../contract/identifiers.ts";
import { writeTable } from "../../csv/write-table.ts";
import { generateCompany } from "../../tenant/simulated/company/generate-company.ts";
import { memberRows } from "../../tenant/simulated/company/member-rows.ts";

export const DEMO = {
  target: { seed: "fabrikam", company: { people: 120, domain: "fabrikam.example" } },
  source: { seed: "contoso", domain: "contoso.example" },
  runbook: RunbookName.parse("company-move"),
} as const;

/** The columns of `runbooks/company-move.yaml`. */
const COLUMNS = [
  "UserPrincipalName",
  "TargetUpn",
  "DisplayName",
  "Department",
  "PrimarySmtp",
  "ProxyAddresses",
  "ExchangeGuid",
  "LicenceGroup",
  "UsageLocation",
  "CutoverAt",
] as const;

type Wave = { readonly people: number; readonly cutover: Date };

const DAY_MS = 86_400_000;
/** Counted from the start: the first phase of the first wave, five days before, is due at once. */
const WAVE_DAYS = [5, 6, 8] as const;

/** Puts Contoso's people into the table of their move, unless somebody has one there already;
 *  says whether it did. The engine finds them at its next tick. */
export function putDemoMembers(members: string, people: number, now: Date): boolean {
  const path = join(members, `${DEMO.runbook}.csv`);
  if (existsSync(path)) return false;
  const share = Math.ceil(people / WAVE_DAYS.length);
  const waves = WAVE_DAYS.map((days, at) => ({
    people: Math.max(0, Math.min(share, people - at * share)),
    cutover: new Date(now.getTime() + days * DAY_MS),
  }));
  writeFileSync(path, demoMembers(waves));
  return true;
}

/** Contoso's people as the table of their move, wave by wave. */
function demoMembers(waves: readonly Wave[]): string {
  const { seed, domain } = DEMO.source;
  const people = waves.reduce((sum, wave) => sum + wave.people, 0);
  const cutovers = waves.flatMap((wave) =>
    Array.from({ length: wave.people }, () => wave.cutover.toISOString()),
  );
  const rows = memberRows(generateCompany({ seed, domain, people })).map((person, at) => [
    person.user_principal_name,
    `${localPart(person.user_principal_name)}@${DEMO.target.company.domain}`,
    person.display_name,
    person.department,
    person.mail,
    person.proxy_addresses,
    person.exchange_guid,
    `License ${person.licence}`,
    person.usage_location,
    cutovers[at] ?? "",
  ]);
  return writeTable(COLUMNS, rows);
}

/** Contoso's names are not Fabrikam's: whoever is called the same gets a mark. */
const localPart = (name: string): string => `${name.slice(0, name.indexOf("@"))}.c`;
