/** The simulated tenant, filled with a world and read back from its own tables. */
import type { JsonObject } from "../../../../../runtime/contract/json-object.ts";
import { commit } from "../../../../../runtime/tenant/simulated/changes.ts";
import { moveAt } from "../../../../../runtime/tenant/simulated/exchange/move-progress.ts";
import { CALM, type Range } from "../../../../../runtime/tenant/simulated/faults/fault-profile.ts";
import type { Change, Tables, User } from "../../../../../runtime/tenant/simulated/objects.ts";
import { latest, type Table } from "../../../../../runtime/tenant/simulated/records.ts";
import {
  type SimulatedTenant,
  startSimulatedTenant,
} from "../../../../../runtime/tenant/simulated/simulated-tenant.ts";
import { manualClock } from "../../../../../runtime/time/manual/manual-clock.ts";
import { countedFetch, hurried } from "../../../tenant/hurried.ts";
import { PROFILE_NAMES } from "./profile-names.ts";
import { clientsOf, hookServer } from "./simulated-clients.ts";
import type { TestTenant } from "./test-tenant.ts";
import type { Person, World } from "./world.ts";

const HOUR_MS = 3_600_000;
const STATES = { no: null, pending: "PendingAcceptance", accepted: "Accepted" } as const;

const idOf = (kind: string, nth: number): string =>
  `00000000-0000-4000-8000-${kind}${String(nth).padStart(11, "0")}`;
const MAIL_GROUP_ID = idOf("c", 0);

const START = new Date("2026-03-02T08:00:00.000Z");
/** No view of the tenant is older. */
const SHOWN_MS = 20 * 60_000;

type Options = {
  /** Its application has these permissions and no others. */
  readonly roles: readonly string[];
  /** How late its changes are shown is drawn from this. */
  readonly seed?: string;
  readonly lagMs?: { readonly directory: Range; readonly exchange: Range };
};

const AT_ONCE = { directory: [0, 0], exchange: [0, 0] } as const;

export async function simulatedTestTenant(options: Options): Promise<TestTenant> {
  const { roles, seed: chance = "differential", lagMs = AT_ONCE } = options;
  const clock = manualClock(START);
  const started = await startSimulatedTenant({
    seed: chance,
    company: { people: 0, domain: "fabrikam.test" },
    clock,
    faults: { ...CALM, moveSec: [36_000, 36_000], lagMs: { ...CALM.lagMs, ...lagMs } },
    apps: [{ clientId: idOf("e", 0), secret: "secret-of-the-test", roles }],
  });
  if (!started.ok) throw new Error(started.error.message);
  const simulated = started.value;
  const hooks = await hookServer();
  const network = countedFetch();
  const now = () => clock.now().getTime();
  const tags = new Map<string, string>();
  return {
    tenant: clientsOf(simulated, hooks.address, { clock, fetch: network.fetch }),
    seed: async (world) => {
      const ids = seed(simulated, world, now());
      for (const [tag, id] of ids) tags.set(id, tag);
      clock.advance(SHOWN_MS);
      return ids;
    },
    read: async () => read(simulated, tags, hooks.sent, now()),
    settled: hurried(clock, network.isIdle),
    lapse: clock.advance,
    asked: () => network.asked.filter((address) => !address.includes("/oauth2/")).length,
    stop: async () => {
      await simulated.stop();
      await hooks.stop();
    },
  };
}

function seed({ world }: SimulatedTenant, wanted: World, now: number): ReadonlyMap<string, string> {
  const ids = new Map(wanted.people.map(({ tag }, at) => [tag ?? "", idOf("a", at)]));
  const changes: Change[] = wanted.groups.map((name, at) => groupOf(idOf("b", at), name, null));
  changes.push(groupOf(MAIL_GROUP_ID, wanted.mailGroup.name, "all@fabrikam.test"));
  for (const [at, person] of wanted.people.entries()) {
    const id = idOf("a", at);
    changes.push({ table: "users", key: id, value: userOf(id, person) });
    for (const [nth, name] of wanted.groups.entries()) {
      if (person.groups.includes(name)) changes.push(memberOf(idOf("b", nth), id));
    }
    if (person.tag !== null && wanted.mailGroup.members.includes(person.tag)) {
      changes.push(memberOf(MAIL_GROUP_ID, id));
    }
    changes.push(...mailOf(id, person, now));
  }
  commit({ world, now }, [...changes, ...SENDER]);
  return ids;
}

/** Mail is sent from a mailbox that is there, whoever else is. */
const SENDER_ID = idOf("d", 0);
const SENDER: readonly Change[] = [
  {
    table: "users",
    key: SENDER_ID,
    value: {
      id: SENDER_ID,
      userPrincipalName: "a@fabrikam.test",
      displayName: "Alerts",
      mail: "a@fabrikam.test",
      proxyAddresses: ["SMTP:a@fabrikam.test"],
      userType: "Member",
    },
  },
  {
    table: "mail",
    key: SENDER_ID,
    value: {
      mailbox: true,
      exchangeGuid: null,
      archiveGuid: null,
      externalAddress: null,
      more: {},
    },
  },
];

const groupOf = (id: string, displayName: string, mail: string | null): Change => ({
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

const memberOf = (groupId: string, userId: string): Change => ({
  table: "members",
  key: `${groupId}/${userId}`,
  value: { kind: "user" },
});

const userOf = (id: string, person: Person): User => ({
  id,
  userPrincipalName: person.upn ?? "",
  displayName: person.displayName ?? "",
  accountEnabled: person.isEnabled,
  department: person.department,
  usageLocation: person.usageLocation,
  businessPhones: person.phones,
  ...person.profile,
  mail: person.mail,
  proxyAddresses: person.mailSide?.addresses ?? [],
  userType: person.external === "no" ? "Member" : "Guest",
  externalUserState: STATES[person.external],
  creationType: person.external === "no" ? null : "Invitation",
  createdDateTime: "2026-01-01T00:00:00Z",
});

function mailOf(id: string, { mailSide, move }: Person, now: number): readonly Change[] {
  if (mailSide === null) return [];
  const value: Tables["mail"] = {
    mailbox: mailSide.kind === "mailbox",
    exchangeGuid: mailSide.guid,
    archiveGuid: mailSide.archive,
    externalAddress: mailSide.external === null ? null : `SMTP:${mailSide.external}`,
    more: {},
  };
  return [
    { table: "mail", key: id, value },
    ...(move === "none"
      ? []
      : [{ table: "moves", key: id, value: moveOf(id, move, now) } as const]),
  ];
}

const moveOf = (
  identity: string,
  state: Exclude<Person["move"], "none">,
  now: number,
): Tables["moves"] => ({
  identity,
  startedAt: state === "queued" ? now : now - 10 * HOUR_MS,
  queuedMs: state === "queued" ? HOUR_MS : 0,
  durationMs: HOUR_MS,
  failsAtPercent: state === "failed" ? 50 : null,
  waitsWhenSynced: state === "synced",
  resumedAt: null,
  targetDeliveryDomain: "fabrikam.mail.onmicrosoft.com",
  remoteHost: "outlook.office365.com",
});

function rowsOf<Value>(table: Table<Value>): readonly (readonly [string, Value])[] {
  return [...table].flatMap(([key, row]) => {
    const value = latest(row);
    return value === null ? [] : [[key, value] as const];
  });
}

function read(
  { world: { tables } }: SimulatedTenant,
  tags: ReadonlyMap<string, string>,
  hooked: readonly string[],
  now: number,
): World {
  const users = new Map(rowsOf(tables.users).filter(([id]) => id !== SENDER_ID));
  const groups = rowsOf(tables.groups);
  const members = new Set(rowsOf(tables.members).map(([key]) => key));
  const inGroup = (groupId: string) =>
    [...users].filter(([id]) => members.has(`${groupId}/${id}`)).map(([, user]) => user);
  const mail = new Map(rowsOf(tables.mail));
  const moves = new Map(rowsOf(tables.moves));
  const mailGroup = groups.find(([id]) => id === MAIL_GROUP_ID)?.[1];
  return {
    people: [...users].map(([id, user]) => ({
      ...personOf(user),
      tag: tags.get(id) ?? null,
      groups: groups.flatMap(([groupId, { displayName }]) =>
        groupId !== MAIL_GROUP_ID && members.has(`${groupId}/${id}`) ? [displayName] : [],
      ),
      mailSide: sideOf(user, mail.get(id)),
      ...progressOf(moves.get(id), now),
    })),
    groups: groups.filter(([id]) => id !== MAIL_GROUP_ID).map(([, group]) => group.displayName),
    mailGroup: {
      name: mailGroup?.displayName ?? "",
      members: inGroup(MAIL_GROUP_ID).map(({ id }) => tags.get(id) ?? ""),
    },
    sent: [...rowsOf(tables.outbox).map(([, mail]) => sentOf(mail)), ...hooked],
  };
}

function sentOf({ from, message }: Tables["outbox"]): string {
  const { content } = message["body"] as JsonObject;
  if (from !== "a@fabrikam.test") return `invitation: ${content}`;
  const to = (message["toRecipients"] as readonly JsonObject[]).map(
    ({ emailAddress }) => (emailAddress as JsonObject)["address"],
  );
  return `mail from ${from} to ${to}: ${message["subject"]}: ${content}`;
}

type Account = Omit<Person, "tag" | "groups" | "mailSide" | "move" | "movedFrom">;

function personOf(user: User): Account {
  const textOf = (name: string) => (user[name] ?? null) as string | null;
  const state = user["externalUserState"];
  return {
    upn: user.userPrincipalName.includes("#EXT#") ? null : user.userPrincipalName,
    displayName: user.displayName,
    isEnabled: (user["accountEnabled"] ?? null) as boolean | null,
    department: textOf("department"),
    usageLocation: textOf("usageLocation"),
    phones: (user["businessPhones"] ?? []) as readonly string[],
    profile: Object.fromEntries(PROFILE_NAMES.map((name) => [name, user[name]])),
    mail: user.mail,
    external: state === "Accepted" ? "accepted" : state ? "pending" : "no",
  };
}

function sideOf(user: User, side: Tables["mail"] | undefined): Person["mailSide"] {
  if (side === undefined) return null;
  return {
    kind: side.mailbox ? "mailbox" : "mail-user",
    addresses: user.proxyAddresses,
    external: side.externalAddress?.replace(/^SMTP:/, "") ?? null,
    guid: side.exchangeGuid,
    archive: side.archiveGuid,
  };
}

const MOVE_STATES = {
  Queued: "queued",
  InProgress: "queued",
  AutoSuspended: "synced",
  Completed: "completed",
  Failed: "failed",
} as const;

const progressOf = (
  move: Tables["moves"] | undefined,
  now: number,
): Pick<Person, "move" | "movedFrom"> =>
  move === undefined
    ? { move: "none", movedFrom: null }
    : {
        move: MOVE_STATES[moveAt(move, now).status],
        movedFrom: `${move.remoteHost} to ${move.targetDeliveryDomain}`,
      };
