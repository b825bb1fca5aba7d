/** Changes that a mailbox or a mail user can take, made without asking what it has already. */
import { ok, type Result } from "../../../contract/result.ts";
import type { Recipient } from "../../../tenant/exchange.ts";
import type { TenantFailure } from "../../../tenant/failure.ts";
import type { TenantSession } from "../../../tenant/tenant.ts";
import type { FunctionFailure, FunctionResult } from "../../function.ts";
import { failedBy } from "./failure.ts";
import { findRecipient } from "./find-user.ts";
import { DONE } from "./tenant-function.ts";
import { wrongRecipient } from "./wrong-recipient.ts";

export async function addressee(
  session: TenantSession,
  key: string,
): Promise<Result<Recipient, FunctionFailure>> {
  const found = await findRecipient(session, key);
  if (!found.ok) return found;
  const { kind } = found.value;
  if (kind === "mailbox" || kind === "mail-user") return ok(found.value);
  return wrongRecipient(key, kind, "mailbox or mail user");
}

export async function changeAddressee(
  session: TenantSession,
  key: string,
  change: (recipient: Recipient) => Promise<Result<void, TenantFailure>>,
): Promise<FunctionResult> {
  const found = await addressee(session, key);
  if (!found.ok) return found;
  const changed = await change(found.value);
  return changed.ok ? DONE : failedBy(changed.error);
}
