/** A recipient's mail addresses become the given ones. What is told is written without looking:
 *  the primary address, and all others as added. What is too many can only be seen, and Exchange
 *  shows it late; so it is looked for, and taken away as it shows, until the change is seen itself.
 *  Whoever sees it sees everything before it, too.
 *  A1. Addresses of other kinds (x500, sip …) are never written, so none is lost.
 *  A2. A look at addresses that are as told is believed when they were not so before, or when they
 *      still are at the end of all looks. */
import type { Recipient } from "../../../tenant/exchange.ts";
import type { TenantSession } from "../../../tenant/tenant.ts";
import type { FunctionResult } from "../../function.ts";
import { asSecondary, isAsTold, primaryOf, tooMany } from "./addresses.ts";
import { failedBy, failedWith } from "./failure.ts";
import { findRecipient } from "./find-user.ts";
import { EXCHANGE_PAUSES_MS } from "./settling.ts";
import { DONE } from "./tenant-function.ts";

export async function replaceAddresses(
  session: TenantSession,
  recipient: Recipient,
  wanted: readonly string[],
): Promise<FunctionResult> {
  const { exchange, pause } = session;
  const primary = primaryOf(wanted);
  const first = primary === null ? null : await exchange.setPrimaryAddress(recipient, primary);
  if (first?.ok === false) return failedBy(first.error);
  const removed = tooMany(recipient.emailAddresses, wanted);
  const written = await exchange.updateRecipient(recipient, {
    addAddresses: wanted.map(asSecondary),
    removeAddresses: removed,
  });
  if (!written.ok) return failedBy(written.error);
  const wasAsTold = isAsTold(recipient.emailAddresses, wanted);
  let isSeen = false;
  for (const ms of EXCHANGE_PAUSES_MS) {
    await pause(ms);
    const seen = await findRecipient(session, recipient.id);
    if (!seen.ok) return seen;
    isSeen = isAsTold(seen.value.emailAddresses, wanted);
    if (isSeen && !wasAsTold) return DONE;
    const more = tooMany(seen.value.emailAddresses, wanted);
    if (more.length === 0) continue;
    const cleared = await exchange.updateRecipient(recipient, { removeAddresses: more });
    if (!cleared.ok) return failedBy(cleared.error);
  }
  return isSeen ? DONE : failedWith("not_shown", NOT_SHOWN);
}

const NOT_SHOWN =
  "The addresses were written, but Exchange does not show them so yet. Nothing is lost by trying " +
  "again.";
