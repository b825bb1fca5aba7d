/** Changes that only a mail user can take: a mailbox has its mail here and its own GUIDs. A mail
 *  user is written to without asking what it has already; a mailbox can only be compared, and as
 *  nobody can change this in it, what is seen of it is no older than it. */
import type { Recipient, RecipientChanges } from "../../../tenant/exchange.ts";
import type { TenantSession } from "../../../tenant/tenant.ts";
import type { FunctionResult } from "../../function.ts";
import { failedBy } from "./failure.ts";
import { findRecipient } from "./find-user.ts";
import { DONE } from "./tenant-function.ts";
import { wrongRecipient } from "./wrong-recipient.ts";

export async function changeMailUser(
  session: TenantSession,
  key: string,
  changes: RecipientChanges,
  isSo: (recipient: Recipient) => boolean,
): Promise<FunctionResult> {
  const found = await findRecipient(session, key);
  if (!found.ok) return found;
  const recipient = found.value;
  if (recipient.kind !== "mail-user") {
    return isSo(recipient) ? DONE : wrongRecipient(key, recipient.kind, "mail user");
  }
  const set = await session.exchange.updateRecipient(recipient, changes);
  return set.ok ? DONE : failedBy(set.error);
}
