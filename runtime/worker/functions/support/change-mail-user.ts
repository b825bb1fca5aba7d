/** Changes that only a mail user can take: a mailbox has its mail here and its own GUIDs. */
import type { Recipient, RecipientChanges } from "../../../tenant/exchange.ts";
import type { TenantSession } from "../../../tenant/tenant.ts";
import type { FunctionResult } from "../../function.ts";
import { failedBy, failedWith } from "./failure.ts";
import { findRecipient } from "./find-user.ts";
import { DONE } from "./tenant-function.ts";

/** `changesFor` answers what is still to change; nothing at all is a success. */
export async function changeMailUser(
  session: TenantSession,
  key: string,
  changesFor: (recipient: Recipient) => RecipientChanges,
): Promise<FunctionResult> {
  const found = await findRecipient(session, key);
  if (!found.ok) return found;
  const recipient = found.value;
  const changes = changesFor(recipient);
  if (Object.keys(changes).length === 0) return DONE;
  if (recipient.kind !== "mail-user") {
    const message = "The recipient is not a mail user; it is left as it is.";
    return failedWith("wrong_recipient", message);
  }
  const set = await session.exchange.updateRecipient(recipient, changes);
  return set.ok ? DONE : failedBy(set.error);
}
