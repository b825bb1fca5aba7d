/** For each shipped runbook a simulated tenant with what its steps take for granted, and a few
 *  members. What people do by hand between phases is done here, too. */
import { commit } from "../../../../runtime/tenant/simulated/changes.ts";
import { generateCompany } from "../../../../runtime/tenant/simulated/company/generate-company.ts";
import { memberRows } from "../../../../runtime/tenant/simulated/company/member-rows.ts";
import { CALM } from "../../../../runtime/tenant/simulated/faults/fault-profile.ts";
import type { Change } from "../../../../runtime/tenant/simulated/objects.ts";
import { latest } from "../../../../runtime/tenant/simulated/records.ts";
import {
  type SimulatedTenant,
  startSimulatedTenant,
} from "../../../../runtime/tenant/simulated/simulated-tenant.ts";
import { manualClock } from "../../../../runtime/time/manual/manual-clock.ts";
import type { WorkerFunction } from "../../../../runtime/worker/function.ts";
import { functionLibrary } from "../../../../runtime/worker/functions/library.ts";
import { answerOf } from "../../../conformance/bus/answers.ts";
import { countedFetch, hurried } from "../../tenant/hurried.ts";
import { clientsOf } from "./differential/simulated-clients.ts";

type Row = Readonly<Record<string, string | readonly string[]>>;

export type ShippedWorld = {
  readonly tenant: SimulatedTenant;
  readonly library: readonly WorkerFunction[];
  readonly rows: readonly Row[];
  /** The batch's time. */
  readonly start: Date;
  readonly now: () => Date;
  readonly lapse: (ms: number) => void;
  readonly settled: <Value>(promise: Promise<Value>) => Promise<Value>;
  /** What is done by hand after a phase. */
  readonly byHand: (phase: string) => void;
};

const DAY_MS = 86_400_000;
const MEMBERS = 2;
/** Changes show late, as on a bad day. */
const LATE = { ...CALM.lagMs, directory: [0, 6_000], exchange: [1_000, 30_000] } as const;
/** Somebody who fails meanwhile may be tried again before it is over. */
const MOVE_SEC = [600, 600] as const;

export async function worldOf(file: string, start: Date): Promise<ShippedWorld> {
  const plan = PLANS[file];
  if (plan === undefined) throw new Error(`no world is made for ${file}`);
  const clock = manualClock(new Date(start.getTime() - 10 * DAY_MS));
  const started = await startSimulatedTenant({
    seed: "shipped",
    company: { people: 40, domain: plan.domain },
    clock,
    faults: { ...CALM, lagMs: LATE, moveSec: MOVE_SEC },
  });
  const tenant = answerOf(started);
  const network = countedFetch();
  const clients = clientsOf(tenant, "http://127.0.0.1:1", { clock, fetch: network.fetch });
  const write = (changes: readonly Change[]) =>
    commit({ world: tenant.world, now: clock.now().getTime() }, changes);
  write(plan.objects);
  clock.advance(DAY_MS);
  return {
    tenant,
    library: functionLibrary(clients),
    rows: plan.rows,
    start,
    now: clock.now,
    lapse: clock.advance,
    settled: hurried(clock, network.isIdle),
    byHand: (phase) => write(plan.byHand?.(phase, tenant) ?? []),
  };
}

type Plan = {
  readonly domain: string;
  readonly rows: readonly Row[];
  readonly objects: readonly Change[];
  readonly byHand?: (phase: string, tenant: SimulatedTenant) => readonly Change[];
};

const group = (id: string, displayName: string, mail: string | null = null): Change => ({
  table: "groups",
  key: id,
  value: {
    id,
    displayName,
    mail,
    mailEnabled: mail !== null,
    securityEnabled: mail === null,
    groupTypes: [],
    proxyAddresses: mail === null ? [] : [`SMTP:${mail}`],
  },
});
const isIn = (groupId: string, userId: string): Change => ({
  table: "members",
  key: `${groupId}/${userId}`,
  value: { kind: "user" },
});
const idOf = (kind: string, nth: number): string =>
  `00000000-0000-4000-8000-${kind}${String(nth).padStart(11, "0")}`;

const movers = memberRows(
  generateCompany({ seed: "movers", domain: "contoso.com", people: MEMBERS }),
);
const moverRow = (domain: string) => (person: (typeof movers)[number]) => ({
  UserPrincipalName: person.user_principal_name,
  TargetUpn: person.user_principal_name.replace("@contoso.com", `.c@${domain}`),
  DisplayName: person.display_name,
  Department: person.department,
  PrimarySmtp: person.mail,
  ProxyAddresses: person.proxy_addresses.split(";"),
  ExchangeGuid: person.exchange_guid,
  ArchiveGuid: person.archive_guid,
  LicenceGroup: `License ${person.licence}`,
  UsageLocation: person.usage_location,
});

const settled = generateCompany({ seed: "shipped", domain: "contoso.com", people: 40 });

const GUESTS = Array.from({ length: MEMBERS }, (_, nth) => `guest${nth}@partner.example`);
const guest = (mail: string, nth: number): Change => ({
  table: "users",
  key: idOf("a", nth),
  value: {
    id: idOf("a", nth),
    userPrincipalName: `${mail.replace("@", "_")}#EXT#@contoso.com`,
    displayName: `Guest ${nth}`,
    mail,
    proxyAddresses: [`SMTP:${mail}`],
    accountEnabled: true,
    userType: "Guest",
    creationType: "Invitation",
    externalUserState: "Accepted",
  },
});

/** The owners of the lists add whoever has got an account. */
const newOnList = ({ world }: SimulatedTenant): readonly Change[] =>
  [...world.tables.users].flatMap(([id, row]) =>
    latest(row)?.userPrincipalName.includes(".c@") ? [isIn(idOf("c", 1), id)] : [],
  );

const PLANS: Readonly<Record<string, Plan>> = {
  "add-shared-address.yaml": {
    domain: "contoso.com",
    rows: settled.people.slice(0, MEMBERS).map(({ user }, nth) => ({
      UserPrincipalName: user.userPrincipalName,
      NewAddress: `person${nth}@brand.example`,
    })),
    objects: [],
  },
  "b2b-to-internal.yaml": {
    domain: "contoso.com",
    rows: GUESTS.map((mail, nth) => ({
      GuestUpn: `${mail.replace("@", "_")}#EXT#@contoso.com`,
      NewUpn: `member${nth}@contoso.com`,
      DisplayName: `Guest ${nth}`,
      LicenseGroup: "licence-e3",
    })),
    objects: [
      group(idOf("b", 1), "merger-guests"),
      group(idOf("b", 2), "licence-e3"),
      ...GUESTS.flatMap((mail, nth) => [guest(mail, nth), isIn(idOf("b", 1), idOf("a", nth))]),
    ],
  },
  "company-move.yaml": {
    domain: "fabrikam.example",
    rows: movers.map(moverRow("fabrikam.example")),
    objects: [],
  },
  "mailbox-migration.yaml": {
    domain: "fabrikam.com",
    rows: movers.map(moverRow("fabrikam.com")),
    objects: [
      group(idOf("c", 0), "fabrikam-coexistence"),
      group(idOf("c", 1), "all-fabrikam", "all@fabrikam.com"),
    ],
    byHand: (phase, tenant) => (phase === "accounts" ? newOnList(tenant) : []),
  },
};
