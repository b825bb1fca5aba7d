/** Writes a recipient's addresses where they are to change: null means that they are right. */
import type { Recipient } from "../../../tenant/exchange.ts";
import type { TenantSession } from "../../../tenant/tenant.ts";
import type { FunctionResult } from "../../function.ts";
import { failedBy, failedWith } from "./failure.ts";
import { DONE } from "./tenant-function.ts";

export async function setAddresses(
  { exchange }: TenantSession,
  recipient: Recipient,
  emailAddresses: readonly string[] | null,
): Promise<FunctionResult> {
  if (emailAddresses === null) return DONE;
  const { kind } = recipient;
  if (kind !== "mailbox" && kind !== "mail-user") {
    const message = "The recipient is neither a mailbox nor a mail user; it is left as it is.";
    return failedWith("wrong_recipient", message);
  }
  const set = await exchange.updateRecipient(recipient, { emailAddresses });
  return set.ok ? DONE : failedBy(set.error);
}
