/** Set-MailUser and Set-Mailbox: addresses (the whole list, or some added and removed, or
 *  another primary one), the address outside, GUIDs, and a few further parameters that are kept
 *  as they are.
 *  A1. An address belongs to one recipient, and a recipient has exactly one primary one. */
import { isJsonObject, type JsonObject } from "../../../contract/json-object.ts";
import { fail, ok, type Result } from "../../../contract/result.ts";
import { answered, type Decision } from "../answer.ts";
import { bareAddress } from "../bare-address.ts";
import { ownerOfAddress, withPrimary } from "../graph/find-object.ts";
import { TENANT_LIMITS } from "../limits.ts";
import type { Change, User } from "../objects.ts";
import { see } from "../views.ts";
import type { Scene } from "../world.ts";
import {
  addressTaken,
  type CmdletProblem,
  failed,
  noObject,
  rows,
  wrongParameter,
} from "./exchange-errors.ts";
import { isMailbox, type MailSide, mailSide } from "./mail-side.ts";

const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const KEPT: readonly string[] = [
  "HiddenFromAddressListsEnabled",
  "ForwardingSmtpAddress",
  "DeliverToMailboxAndForward",
  ...Array.from({ length: 15 }, (_, at) => `CustomAttribute${at + 1}`),
];

const ONLY_MAIL_USERS = ["ExternalEmailAddress", "ExchangeGuid", "ArchiveGuid"];

export function setRecipient(
  scene: Scene,
  user: User,
  cmdlet: "Set-MailUser" | "Set-Mailbox",
  parameters: JsonObject,
): Decision {
  const isBox = isMailbox(scene, "truth", user.id);
  if (isBox !== (cmdlet === "Set-Mailbox")) return failed(noObject(String(parameters["Identity"])));
  const current = see(scene, "truth", "users", user.id);
  if (current === null) return failed(noObject(String(parameters["Identity"])));
  const side = { ...mailSide(scene, "truth", user.id), mailbox: isBox };
  const changed = changedSide(side, isBox, parameters);
  if (!changed.ok) return failed(changed.error);
  const changes: Change[] = [{ table: "mail", key: user.id, value: changed.value }];
  const wanted = parameters["EmailAddresses"];
  const primary = parameters["WindowsEmailAddress"];
  if (wanted !== undefined && primary !== undefined) return failed(BOTH);
  if (wanted !== undefined || primary !== undefined) {
    const addresses =
      primary === undefined
        ? changedAddresses(scene, current, wanted)
        : checkedAddresses(scene, current, withPrimary(ownOf(current), String(primary)));
    if (!addresses.ok) return failed(addresses.error);
    const first = addresses.value.find((address) => address.startsWith("SMTP:"));
    const mail = first === undefined ? current.mail : first.slice("SMTP:".length);
    const value = { ...current, mail, proxyAddresses: addresses.value };
    changes.push({ table: "users", key: user.id, value });
  }
  return answered(rows([]), changes);
}

const BOTH = wrongParameter(
  "The parameters EmailAddresses and WindowsEmailAddress cannot be used together.",
);

const ELSEWHERE = ["Identity", "EmailAddresses", "WindowsEmailAddress", "Confirm", "ErrorAction"];

function changedSide(
  side: MailSide,
  isBox: boolean,
  parameters: JsonObject,
): Result<MailSide, CmdletProblem> {
  let next = side;
  for (const [name, value] of Object.entries(parameters)) {
    if (ELSEWHERE.includes(name)) continue;
    if (KEPT.includes(name)) {
      next = { ...next, more: { ...next.more, [name]: value } };
      continue;
    }
    const isKnown = ONLY_MAIL_USERS.includes(name) && !isBox;
    if (!isKnown || typeof value !== "string") {
      return fail(
        wrongParameter(`A parameter cannot be found that matches parameter name '${name}'.`),
      );
    }
    if (name === "ExternalEmailAddress") {
      if (!isSmtp(value)) return fail(invalidAddress(value));
      next = { ...next, externalAddress: `SMTP:${value.replace(/^smtp:/i, "")}` };
      continue;
    }
    if (!GUID.test(value)) {
      return fail(wrongParameter(`Cannot convert value "${value}" to type "System.Guid".`));
    }
    const lower = value.toLowerCase();
    next =
      name === "ExchangeGuid" ? { ...next, exchangeGuid: lower } : { ...next, archiveGuid: lower };
  }
  return ok(next);
}

/** A list replaces all; `{ add, remove }` changes some. */
function changedAddresses(
  scene: Scene,
  user: User,
  wanted: unknown,
): Result<readonly string[], CmdletProblem> {
  const texts = (value: unknown): readonly string[] =>
    (Array.isArray(value) ? value : value === undefined ? [] : [value]).map(String);
  let list: readonly string[];
  if (isJsonObject(wanted)) {
    const removed = texts(wanted["remove"] ?? wanted["Remove"]).map(bareAddress);
    const added = texts(wanted["add"] ?? wanted["Add"]);
    list = [...ownOf(user).filter((address) => !removed.includes(bareAddress(address))), ...added];
  } else list = texts(wanted);
  return checkedAddresses(scene, user, list.map(prefixed));
}

const ownOf = ({ proxyAddresses, mail, userPrincipalName }: User): readonly string[] =>
  proxyAddresses.length > 0 ? proxyAddresses : [`SMTP:${mail ?? userPrincipalName}`];

const prefixed = (address: string): string => (address.includes(":") ? address : `smtp:${address}`);

function checkedAddresses(
  scene: Scene,
  user: User,
  listed: readonly string[],
): Result<readonly string[], CmdletProblem> {
  const unique = new Map<string, string>();
  for (const address of listed) {
    const key = bareAddress(address);
    if (!unique.has(key) || address.startsWith("SMTP:")) unique.set(key, address);
  }
  const list = [...unique.values()];
  if (list.length > TENANT_LIMITS.addressesPerRecipient) {
    return fail(wrongParameter("The recipient has too many proxy addresses."));
  }
  for (const address of list) {
    if (/^smtp:/i.test(address) && !isSmtp(address)) return fail(invalidAddress(address));
    const owner = ownerOfAddress(scene, address, user.id);
    if (owner !== null) return fail(addressTaken(address, owner));
  }
  const primaries = list.filter((address) => address.startsWith("SMTP:"));
  if (primaries.length !== 1) {
    const message = "There is no primary SMTP address, or there are several, in the address list.";
    return fail(wrongParameter(message));
  }
  return ok(list);
}

export const isSmtp = (address: string): boolean =>
  address.length <= TENANT_LIMITS.addressChars &&
  /^(?:smtp:)?[^\s@:]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/i.test(address);

export const invalidAddress = (address: string): CmdletProblem =>
  wrongParameter(`The address '${address}' is invalid: "${address}" isn't a valid SMTP address.`);
