/** Recipients and groups of Exchange Online, through its cmdlets. */
import { z } from "zod";
import type { JsonObject } from "../../../contract/json-object.ts";
import { fail, ok } from "../../../contract/result.ts";
import type { Answer } from "../../directory.ts";
import type { Exchange, Recipient, RecipientChanges, RecipientKind } from "../../exchange.ts";
import type { TenantFailure } from "../../failure.ts";
import { type Invoke, invoke } from "./invoke.ts";

const Text = z.string().nullish();
const MemberRow = z.object({
  ExternalDirectoryObjectId: Text,
  Guid: Text,
  RecipientType: Text,
});
const RecipientRow = MemberRow.extend({
  RecipientType: z.string(),
  PrimarySmtpAddress: Text,
  EmailAddresses: z.array(z.string()).nullish(),
  ExternalEmailAddress: Text,
  ExchangeGuid: Text,
  ArchiveGuid: Text,
});

const DYNAMIC_GROUP = "DynamicDistributionGroup";
const KINDS: Readonly<Record<string, RecipientKind>> = {
  UserMailbox: "mailbox",
  MailUser: "mail-user",
  MailUniversalDistributionGroup: "group",
  MailUniversalSecurityGroup: "group",
  [DYNAMIC_GROUP]: "group",
};
const NO_GUID = "00000000-0000-0000-0000-000000000000";
/** Exchange would look for all that match. */
const WILDCARD = "*";

type Recipients = Pick<
  Exchange,
  "findRecipient" | "updateRecipient" | "setPrimaryAddress" | "groupMembers"
>;

export const recipients = (exchange: Invoke): Recipients => ({
  findRecipient: (identity) => findRecipient(exchange, identity),
  updateRecipient: (recipient, changes) => set(exchange, recipient, parametersOf(changes)),
  // Exchange's own way to change it in one go: the one before stays as a further address.
  setPrimaryAddress: (recipient, address) =>
    set(exchange, recipient, { WindowsEmailAddress: address }),
  groupMembers: async (group, max) => {
    if (group.includes(WILDCARD)) return fail(wildcard(group));
    const parameters = { Identity: group, ResultSize: max + 1 };
    const name = "Get-DistributionGroupMember";
    const found = await invoke(exchange, { name, does: "read", parameters, max });
    if (!found.ok) return found;
    const members = z.array(MemberRow).safeParse(found.value.items);
    const ids = members.success ? members.data.map(idOf) : [null];
    if (!ids.every((id) => id !== null)) return fail(unreadable(name));
    return ok({ ids, more: found.value.more });
  },
});

async function set(
  exchange: Invoke,
  { id, kind }: Pick<Recipient, "id" | "kind">,
  changes: JsonObject,
): Answer<void> {
  const cmdlet = SETTERS[kind];
  const foreign = Object.keys(changes).find((name) => cmdlet?.takes.has(name) === false);
  if (cmdlet === undefined || foreign !== undefined) return fail(unsettable(kind, foreign ?? null));
  const parameters = { Identity: id, ...changes };
  const { name } = cmdlet;
  const done = await invoke(exchange, { name, does: "change", parameters, max: 1 });
  return done.ok ? ok(undefined) : done;
}

async function findRecipient(exchange: Invoke, identity: string): Answer<Recipient | null> {
  if (identity.includes(WILDCARD)) return fail(wildcard(identity));
  const name = "Get-Recipient";
  const parameters = { Identity: identity };
  const found = await invoke(exchange, { name, does: "read", parameters, max: 2 });
  if (!found.ok) return found.error.kind === "not-found" ? ok(null) : found;
  const [first, second] = found.value.items;
  if (first === undefined) return ok(null);
  if (second !== undefined) return fail(several(identity));
  const row = RecipientRow.safeParse(first);
  const id = row.success ? idOf(row.data) : null;
  return row.success && id !== null ? ok(recipientOf(id, row.data)) : fail(unreadable(name));
}

/** A dynamic group lives in Exchange alone: it has Exchange's own id, and none of the directory. */
function idOf(row: z.output<typeof MemberRow>): string | null {
  const own = row.RecipientType === DYNAMIC_GROUP ? row.Guid : null;
  return row.ExternalDirectoryObjectId || own || null;
}

const recipientOf = (id: string, row: z.output<typeof RecipientRow>): Recipient => ({
  id,
  kind: KINDS[row.RecipientType] ?? "other",
  primaryAddress: row.PrimarySmtpAddress ?? "",
  emailAddresses: row.EmailAddresses ?? [],
  externalAddress: row.ExternalEmailAddress?.replace(/^smtp:/i, "") || null,
  exchangeGuid: guid(row.ExchangeGuid),
  archiveGuid: guid(row.ArchiveGuid),
});

const guid = (text: string | null | undefined): string | null =>
  text === undefined || text === "" || text === NO_GUID ? null : text;

/** What each cmdlet takes: a mailbox has no address outside, and keeps its GUIDs. */
const SETTERS: Readonly<
  Partial<Record<RecipientKind, { readonly name: string; readonly takes: ReadonlySet<string> }>>
> = {
  "mail-user": {
    name: "Set-MailUser",
    takes: new Set([
      "EmailAddresses",
      "WindowsEmailAddress",
      "ExternalEmailAddress",
      "ExchangeGuid",
      "ArchiveGuid",
    ]),
  },
  mailbox: { name: "Set-Mailbox", takes: new Set(["EmailAddresses", "WindowsEmailAddress"]) },
};

const parametersOf = (changes: RecipientChanges): JsonObject => ({
  ...addressesOf(changes),
  ...(changes.externalAddress && { ExternalEmailAddress: changes.externalAddress }),
  ...(changes.exchangeGuid && { ExchangeGuid: changes.exchangeGuid }),
  ...(changes.archiveGuid && { ArchiveGuid: changes.archiveGuid }),
});

/** The hash table of PowerShell, `@{add=…; remove=…}`, as the endpoint takes it. */
const HASH_TABLE = { "@odata.type": "#Exchange.GenericHashTable" };

function addressesOf({ addAddresses = [], removeAddresses = [] }: RecipientChanges): JsonObject {
  const add = addAddresses.length > 0 ? { add: addAddresses } : {};
  const remove = removeAddresses.length > 0 ? { remove: removeAddresses } : {};
  const changes = { ...add, ...remove };
  return Object.keys(changes).length > 0 ? { EmailAddresses: { ...HASH_TABLE, ...changes } } : {};
}

const refused = (code: string, message: string): TenantFailure => ({
  kind: "refused",
  status: 0,
  code,
  message,
});
const unsettable = (kind: RecipientKind, parameter: string | null): TenantFailure =>
  refused("recipient-kind", `A ${kind} does not take ${parameter ?? "any of these changes"}.`);
const wildcard = (identity: string): TenantFailure =>
  refused("wildcard", `"${identity}" stands for many: name one.`);
const several = (identity: string): TenantFailure =>
  refused("two-recipients", `More than one recipient is known as "${identity}".`);
const unreadable = (cmdlet: string): TenantFailure =>
  refused("unreadable", `${cmdlet} answered in a form that we do not know.`);
