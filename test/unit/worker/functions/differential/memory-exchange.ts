/** Exchange's port over the maps of a tenant in memory. */
import { ok } from "../../../../../runtime/contract/result.ts";
import type {
  Exchange,
  Recipient,
  RecipientChanges,
} from "../../../../../runtime/tenant/exchange.ts";
import { bare, findRow, isHeld, isTaken } from "./memory-lookups.ts";
import { nextId, no, type State } from "./memory-state.ts";
import type { MailSide } from "./world.ts";

const MAIL_GROUP_ID = "00000000-0000-4000-8000-00000000aaaa";

export function exchangeOf(state: State): Exchange {
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
      if (isHeld(state, externalAddress) || isTaken(state, userPrincipalName))
        return no("conflict", "taken");
      const id = nextId();
      const mailNickname = userPrincipalName.split("@")[0];
      const account = { userPrincipalName, displayName, mailNickname, accountEnabled: true };
      state.users.set(id, { id, values: { ...account, mail: externalAddress } });
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
      const addresses = withFirst(side.addresses, address);
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
    startMove: async ({ identity, remoteHost, targetDeliveryDomain }) => {
      const row = findRow(state, identity);
      if (row === undefined || !mail.has(row.id)) return no("not-found", "no mailbox");
      if (moves.has(row.id)) return no("conflict", "has a move");
      if (mail.get(row.id)?.kind === "mailbox") return no("conflict", "has a mailbox");
      moves.set(row.id, { move: "queued", movedFrom: `${remoteHost} to ${targetDeliveryDomain}` });
      return ok(undefined);
    },
    findMove: async (identity) => {
      const move = moves.get(findRow(state, identity)?.id ?? "")?.move;
      if (move === undefined || move === "none") return ok(null);
      const percentComplete = move === "completed" ? 100 : 0;
      return ok({ identity, state: move, percentComplete, detail: null });
    },
  };
}

export const withFirst = (present: readonly string[], address: string): readonly string[] => [
  `SMTP:${address}`,
  ...present
    .filter((each) => bare(each) !== bare(address))
    .map((each) => each.replace("SMTP:", "smtp:")),
];

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
