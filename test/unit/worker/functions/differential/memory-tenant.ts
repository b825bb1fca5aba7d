/** The ports over a few maps: a tenant without delays, throttling or HTTP. It keeps the promises
 *  of the ports and nothing else. */
import { fail, ok } from "../../../../../runtime/contract/result.ts";
import type { Alerts } from "../../../../../runtime/tenant/alerts.ts";
import type { Directory, DirectoryUser } from "../../../../../runtime/tenant/directory.ts";
import type { TenantFailure } from "../../../../../runtime/tenant/failure.ts";
import { exchangeOf, withFirst } from "./memory-exchange.ts";
import { bare, findRow, isHeld, isTaken } from "./memory-lookups.ts";
import { nextId, no, type Row, type State } from "./memory-state.ts";
import { read, seed } from "./memory-world.ts";
import type { TestTenant } from "./test-tenant.ts";

export function memoryTenant(): TestTenant {
  const state: State = {
    users: new Map(),
    groups: new Map(),
    mail: new Map(),
    moves: new Map(),
    tags: new Map(),
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

const shown = ({ mail }: State, { id, values }: Row): DirectoryUser => ({
  id,
  userPrincipalName: String(values["userPrincipalName"]),
  properties: { ...values, proxyAddresses: mail.get(id)?.addresses ?? [] },
});

function directoryOf(state: State): Directory {
  const { users, groups } = state;
  const updateUser: Directory["updateUser"] = async (key, properties) => {
    const row = findRow(state, key);
    if (row === undefined) return no("not-found", "no user");
    const name = properties["userPrincipalName"];
    if (typeof name === "string" && isTaken(state, name, row.id)) return no("conflict", "taken");
    Object.assign(row.values, properties);
    return ok(undefined);
  };
  return {
    ...membershipsOf(state),
    findUser: async (key) => {
      const row = findRow(state, key);
      return ok(row === undefined ? null : shown(state, row));
    },
    createUser: async ({ properties, ...rest }) => {
      if (isTaken(state, rest.userPrincipalName)) return no("conflict", "taken");
      const mailNickname = rest.userPrincipalName.split("@")[0];
      const values = { userType: "Member", mailNickname, ...properties, ...rest };
      const row = { id: nextId(), values };
      users.set(row.id, row);
      return ok(shown(state, row));
    },
    updateUser,
    setAccountEnabled: (key, accountEnabled) => updateUser(key, { accountEnabled }),
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
    invite: async ({ emailAddress, redirectUrl, existingUserId, ...rest }) => {
      const row =
        existingUserId === null ? guestOf(state, emailAddress) : users.get(existingUserId);
      const isInvited = Boolean(row?.values["externalUserState"]);
      if (row === undefined && isHeld(state, emailAddress)) return no("conflict", "taken");
      if (row !== undefined && !mailsOf(row).includes(bare(emailAddress))) return fail(REFUSED);
      if (rest.sendMessage && !isInvited) sent.push(`invitation: ${rest.message}`);
      if (!isInvited) sent.push(`invited: ${emailAddress} to ${redirectUrl}`);
      if (row !== undefined) {
        row.values["externalUserState"] ??= "PendingAcceptance";
        return ok({ userId: row.id });
      }
      const id = nextId();
      users.set(id, { id, values: guestValues(emailAddress, rest.displayName) });
      return ok({ userId: id });
    },
    convertToInternal: async (userId, { userPrincipalName, mail }) => {
      const row = users.get(userId);
      if (row === undefined) return no("not-found", "no user");
      if (!row.values["externalUserState"]) return fail(REFUSED);
      if (isTaken(state, userPrincipalName, userId)) return no("conflict", "taken");
      Object.assign(row.values, { userPrincipalName, userType: "Member", externalUserState: null });
      if (mail === null) return ok(undefined);
      row.values["mail"] = mail;
      const side = state.mail.get(userId);
      const addresses = withFirst(side?.addresses ?? [], mail);
      if (side !== undefined) state.mail.set(userId, { ...side, addresses });
      return ok(undefined);
    },
  };
}

const REFUSED: TenantFailure = { kind: "refused", status: 400, code: "no", message: "no guest" };

/** A guest that an earlier invitation made. */
const guestOf = ({ users }: State, address: string): Row | undefined =>
  [...users.values()].find(
    ({ values }) =>
      String(values["userPrincipalName"]).includes("#EXT#") &&
      bare(String(values["mail"])) === bare(address),
  );

const mailsOf = ({ values }: Row): readonly string[] =>
  [values["mail"] ?? [], values["otherMails"] ?? []].flat().map((each) => bare(String(each)));

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
const alertsOf = ({ sent }: State): Alerts => ({
  sendMail: async ({ from, to, subject, text }) => {
    sent.push(`mail from ${from} to ${to}: ${subject}: ${text}`);
    return ok(undefined);
  },
  callWebhook: async ({ name, subject, text }) => {
    sent.push(`${name}: ${subject}: ${text}`);
    return ok(undefined);
  },
});
