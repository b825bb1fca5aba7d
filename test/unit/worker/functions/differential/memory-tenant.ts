/** The ports over a few maps: a tenant without delays, throttling or HTTP. It keeps the promises
 *  of the ports and nothing else. */
// long: three small ports on one state, to be read side by side
import type { JsonObject } from "../../../../../runtime/contract/json-object.ts";
import { fail, ok } from "../../../../../runtime/contract/result.ts";
import type { Alerts } from "../../../../../runtime/tenant/alerts.ts";
import type { Directory, DirectoryUser } from "../../../../../runtime/tenant/directory.ts";
import type {
  Exchange,
  Recipient,
  RecipientChanges,
} from "../../../../../runtime/tenant/exchange.ts";
import type { TenantFailure } from "../../../../../runtime/tenant/failure.ts";
import type { TestTenant } from "./test-tenant.ts";
import type { MailSide, Person, World } from "./world.ts";

type Row = { id: string; values: Record<string, unknown> };
type State = {
  readonly users: Map<string, Row>;
  readonly groups: Map<string, { readonly name: string; readonly members: Set<string> }>;
  readonly mail: Map<string, MailSide>;
  readonly moves: Map<string, Person["move"]>;
  readonly sent: string[];
  mailGroup: { name: string; members: Set<string> };
};

const MAIL_GROUP_ID = "00000000-0000-4000-8000-00000000aaaa";
const STATES = { no: null, pending: "PendingAcceptance", accepted: "Accepted" } as const;

export function memoryTenant(): TestTenant {
  const state: State = {
    users: new Map(),
    groups: new Map(),
    mail: new Map(),
    moves: new Map(),
    sent: [],
    mailGroup: { name: "", members: new Set() },
  };
  const session = {
    directory: directoryOf(state),
    exchange: exchangeOf(state),
    alerts: alertsOf(state),
    pause: async () => {},
  };
  return {
    tenant: { session: () => session },
    seed: async (world) => seed(state, world),
    read: async () => read(state),
    settled: (promise) => promise,
    lapse: () => {},
    asked: () => 0,
    stop: async () => {},
  };
}

let counted = 0;
const nextId = (): string => {
  counted += 1;
  return `00000000-0000-4000-8000-${String(counted).padStart(12, "0")}`;
};

function seed(state: State, world: World): ReadonlyMap<string, string> {
  const ids = new Map<string, string>();
  for (const name of world.groups) state.groups.set(nextId(), { name, members: new Set() });
  for (const person of world.people) {
    const id = nextId();
    if (person.tag !== null) ids.set(person.tag, id);
    state.users.set(id, { id, values: valuesOf(person) });
    if (person.mailSide !== null) state.mail.set(id, person.mailSide);
    if (person.move !== "none") state.moves.set(id, person.move);
    for (const group of state.groups.values())
      if (person.groups.includes(group.name)) group.members.add(id);
  }
  const members = world.mailGroup.members.flatMap((tag) => ids.get(tag) ?? []);
  state.mailGroup = { name: world.mailGroup.name, members: new Set(members) };
  return ids;
}

const valuesOf = (person: Person): Record<string, unknown> => ({
  userPrincipalName: person.upn,
  displayName: person.displayName,
  accountEnabled: person.isEnabled,
  department: person.department,
  usageLocation: person.usageLocation,
  businessPhones: person.phones,
  employeeId: person.tag,
  mail: person.mail,
  userType: person.external === "no" ? "Member" : "Guest",
  externalUserState: STATES[person.external],
});

function read(state: State): World {
  const tagOf = (id: string) => String(state.users.get(id)?.values["employeeId"] ?? "");
  return {
    people: [...state.users.values()].map(({ id, values }) => personOf(state, id, values)),
    groups: [...state.groups.values()].map(({ name }) => name),
    mailGroup: {
      name: state.mailGroup.name,
      members: [...state.mailGroup.members].map(tagOf),
    },
    sent: state.sent,
  };
}

function personOf(state: State, id: string, values: JsonObject): Person {
  const textOf = (name: string) => (values[name] ?? null) as string | null;
  const upn = textOf("userPrincipalName");
  const external = values["externalUserState"];
  return {
    tag: textOf("employeeId"),
    upn: upn?.includes("#EXT#") ? null : upn,
    displayName: textOf("displayName"),
    isEnabled: (values["accountEnabled"] ?? null) as boolean | null,
    department: textOf("department"),
    usageLocation: textOf("usageLocation"),
    phones: (values["businessPhones"] ?? []) as readonly string[],
    mail: textOf("mail"),
    external: external === "Accepted" ? "accepted" : external ? "pending" : "no",
    groups: [...state.groups.values()].flatMap(({ name, members }) =>
      members.has(id) ? [name] : [],
    ),
    mailSide: state.mail.get(id) ?? null,
    move: state.moves.get(id) ?? "none",
  };
}

const no = (kind: "not-found" | "conflict", message: string) =>
  fail<TenantFailure>({ kind, code: kind, message });

const findRow = ({ users }: State, key: string): Row | undefined =>
  users.get(key) ??
  [...users.values()].find(
    ({ values }) => String(values["userPrincipalName"]).toLowerCase() === key.toLowerCase(),
  );

const shown = ({ mail }: State, { id, values }: Row): DirectoryUser => ({
  id,
  userPrincipalName: String(values["userPrincipalName"]),
  properties: { ...values, proxyAddresses: mail.get(id)?.addresses ?? [] },
});

function isTaken(state: State, name: string, but?: string): boolean {
  const holder = findRow(state, name);
  return holder !== undefined && holder.id !== but;
}

function directoryOf(state: State): Directory {
  const { users, groups } = state;
  return {
    ...membershipsOf(state),
    findUser: async (key) => {
      const row = findRow(state, key);
      return ok(row === undefined ? null : shown(state, row));
    },
    createUser: async ({ properties, ...rest }) => {
      if (isTaken(state, rest.userPrincipalName)) return no("conflict", "taken");
      const row = { id: nextId(), values: { userType: "Member", ...properties, ...rest } };
      users.set(row.id, row);
      return ok(shown(state, row));
    },
    updateUser: async (key, properties) => {
      const row = findRow(state, key);
      if (row === undefined) return no("not-found", "no user");
      const name = properties["userPrincipalName"];
      if (typeof name === "string" && isTaken(state, name, row.id)) return no("conflict", "taken");
      Object.assign(row.values, properties);
      return ok(undefined);
    },
    deleteUser: async (key) => {
      const row = findRow(state, key);
      if (row === undefined) return ok("absent");
      users.delete(row.id);
      for (const { members } of groups.values()) members.delete(row.id);
      state.mailGroup.members.delete(row.id);
      return ok("deleted");
    },
    ...guestsOf(state),
  };
}

function guestsOf(state: State): Pick<Directory, "invite" | "convertToInternal"> {
  const { users, sent } = state;
  return {
    invite: async ({ emailAddress, displayName, existingUserId, sendMessage, message }) => {
      const row =
        existingUserId === null
          ? [...users.values()].find(({ values }) => values["mail"] === emailAddress)
          : users.get(existingUserId);
      const isInvited = Boolean(row?.values["externalUserState"]);
      if (sendMessage && !isInvited) sent.push(`invitation: ${message}`);
      if (row !== undefined) {
        row.values["externalUserState"] ??= "PendingAcceptance";
        return ok({ userId: row.id });
      }
      const id = nextId();
      users.set(id, { id, values: guestValues(emailAddress, displayName) });
      return ok({ userId: id });
    },
    convertToInternal: async (userId, { userPrincipalName, mail }) => {
      const row = users.get(userId);
      if (row === undefined) return no("not-found", "no user");
      if (!row.values["externalUserState"]) return fail(INTERNAL);
      if (isTaken(state, userPrincipalName, userId)) return no("conflict", "taken");
      Object.assign(row.values, { userPrincipalName, userType: "Member", externalUserState: null });
      if (mail !== null) row.values["mail"] = mail;
      return ok(undefined);
    },
  };
}

const INTERNAL: TenantFailure = { kind: "refused", status: 400, code: "no", message: "no guest" };

const guestValues = (mail: string, displayName: string | null) => ({
  userPrincipalName: `${mail.replace("@", "_")}#EXT#@fabrikam.test`,
  displayName: displayName ?? mail.split("@")[0],
  accountEnabled: true,
  mail,
  userType: "Guest",
  externalUserState: "PendingAcceptance",
});

function membershipsOf({ users, groups }: State) {
  return {
    findGroup: async (key: string) => {
      const [id, group] =
        [...groups].find(([groupId, { name }]) => groupId === key || name === key) ?? [];
      return ok(id && group ? { id, displayName: group.name } : null);
    },
    addMember: async (groupId: string, userId: string) => {
      const members = groups.get(groupId)?.members;
      if (members === undefined || !users.has(userId)) return no("not-found", "no such thing");
      if (members.has(userId)) return ok("already" as const);
      members.add(userId);
      return ok("added" as const);
    },
    removeMember: async (groupId: string, userId: string) => {
      const members = groups.get(groupId)?.members;
      return ok(members?.delete(userId) ? ("removed" as const) : ("absent" as const));
    },
    memberOf: async (userId: string, asked: readonly string[]) =>
      ok(new Set(asked.filter((id) => groups.get(id)?.members.has(userId)))),
    members: async (groupId: string, max: number) => {
      const ids = [...(groups.get(groupId)?.members ?? [])];
      return ok({ ids: ids.slice(0, max), more: ids.length > max });
    },
  };
}

function exchangeOf(state: State): Exchange {
  const { mail } = state;
  const find = (identity: string): Recipient | null => {
    if (identity === MAIL_GROUP_ID || identity === state.mailGroup.name) {
      return recipientOf(MAIL_GROUP_ID, { ...EMPTY, kind: "group" });
    }
    const row = findRow(state, identity);
    const side = row === undefined ? undefined : mail.get(row.id);
    return row === undefined || side === undefined ? null : recipientOf(row.id, side);
  };
  return {
    findRecipient: async (identity) => ok(find(identity)),
    createMailUser: async ({ userPrincipalName, displayName, externalAddress }) => {
      const isHeld = [...state.users.values()].some(
        ({ id, values }) =>
          bare(String(values["mail"])) === bare(externalAddress) ||
          mail.get(id)?.addresses.some((each) => bare(each) === bare(externalAddress)),
      );
      if (isHeld || isTaken(state, userPrincipalName)) return no("conflict", "taken");
      const id = nextId();
      const values = {
        userPrincipalName,
        displayName,
        accountEnabled: true,
        mail: externalAddress,
      };
      state.users.set(id, { id, values });
      const addresses = [`SMTP:${externalAddress}`];
      mail.set(id, { ...EMPTY, kind: "mail-user", addresses, external: externalAddress });
      return ok({ id });
    },
    updateRecipient: async ({ id }, changes) => {
      const side = mail.get(id);
      if (side === undefined) return no("not-found", "no recipient");
      mail.set(id, {
        ...side,
        addresses: changedAddresses(side.addresses, changes),
        external: changes.externalAddress ?? side.external,
        guid: changes.exchangeGuid ?? side.guid,
        archive: changes.archiveGuid ?? side.archive,
      });
      return ok(undefined);
    },
    setPrimaryAddress: async ({ id }, address) => {
      const side = mail.get(id);
      if (side === undefined) return no("not-found", "no recipient");
      const others = side.addresses.filter((each) => bare(each) !== bare(address));
      const addresses = [
        `SMTP:${address}`,
        ...others.map((each) => each.replace("SMTP:", "smtp:")),
      ];
      mail.set(id, { ...side, addresses });
      return ok(undefined);
    },
    groupMembers: async (_group, max) => {
      const ids = [...state.mailGroup.members];
      return ok({ ids: ids.slice(0, max), more: ids.length > max });
    },
    ...movesOf(state),
  };
}

function movesOf(state: State): Pick<Exchange, "startMove" | "findMove"> {
  const { mail, moves } = state;
  return {
    startMove: async ({ identity }) => {
      const row = findRow(state, identity);
      if (row === undefined || !mail.has(row.id)) return no("not-found", "no mailbox");
      if (moves.has(row.id)) return no("conflict", "has a move");
      if (mail.get(row.id)?.kind === "mailbox") return no("conflict", "has a mailbox");
      moves.set(row.id, "queued");
      return ok(undefined);
    },
    findMove: async (identity) => {
      const move = moves.get(findRow(state, identity)?.id ?? "");
      if (move === undefined || move === "none") return ok(null);
      const percentComplete = move === "completed" ? 100 : 0;
      return ok({ identity, state: move, percentComplete, detail: null });
    },
  };
}

const bare = (written: string): string => written.toLowerCase().replace(/^smtp:/, "");

function changedAddresses(present: readonly string[], changes: RecipientChanges) {
  const { addAddresses: added = [], removeAddresses: removed = [] } = changes;
  const gone = new Set(removed.map(bare));
  const stay = present.filter((each) => !gone.has(bare(each)));
  const known = new Set(stay.map(bare));
  return [...stay, ...added.filter((each) => !known.has(bare(each)))];
}

const EMPTY = { addresses: [], external: null, guid: null, archive: null };

const recipientOf = (
  id: string,
  side: Omit<MailSide, "kind"> & { readonly kind: Recipient["kind"] },
): Recipient => ({
  id,
  kind: side.kind,
  primaryAddress: side.addresses.find((each) => each.startsWith("SMTP:"))?.slice(5) ?? "",
  emailAddresses: side.addresses,
  externalAddress: side.external,
  exchangeGuid: side.guid,
  archiveGuid: side.archive,
});

const alertsOf = ({ sent }: State): Alerts => ({
  sendMail: async ({ subject }) => {
    sent.push(`mail: ${subject}`);
    return ok(undefined);
  },
  callWebhook: async ({ name, subject }) => {
    sent.push(`${name}: ${subject}`);
    return ok(undefined);
  },
});
