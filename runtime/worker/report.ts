/** What a worker has to say about its deliveries, and the port through which it is said.
 *  An adapter of the port may do all three parts in one commit; nobody may rest on that:
 *  S1. ok ⇒ results to be kept are in the ledger, and every answer was published at least once,
 *      not before it was kept, with the text the ledger has for its job.
 *  S2. A delivery is settled after that; its settlement may be lost, and it then comes again.
 *  S3. After a failure the same reports are sent again; whatever was done already stays done. */
import type { PublishFailure } from "../bus/failure.ts";
import type { MessageLock } from "../bus/lock.ts";
import type { Outgoing } from "../bus/message.ts";
import type { Result } from "../contract/result.ts";
import type { LedgerFailure, LedgerJob } from "../ledger/ledger.ts";

/** `lock` is null where it was lost: nothing is settled then. */
export type Answer = {
  readonly kind: "answer";
  readonly lock: MessageLock | null;
  readonly message: Outgoing;
  /** null where the ledger is not needed. */
  readonly keep: LedgerJob | null;
};

/** A delivery that cannot be answered: it is dead-lettered. */
export type Refused = {
  readonly kind: "refused";
  readonly lock: MessageLock | null;
  readonly reason: string;
  readonly description: string;
};

export type Report = Answer | Refused;

export type SendFailure =
  | { readonly kind: "ledger-failed"; readonly failure: LedgerFailure }
  | { readonly kind: "publish-failed"; readonly failure: PublishFailure };

export type SendReports = (reports: readonly Report[]) => Promise<Result<Sent, SendFailure>>;

export type Sent = { readonly reports: number };
