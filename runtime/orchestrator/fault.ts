/** What the orchestrator tells whoever watches it: what went wrong around its messages and rows.
 *  Nothing here quotes a body: those hold personal data. */
import type { PublishFailure, ReceiveFailure, SettleFailure } from "../bus/failure.ts";
import type { CommitFailure } from "../store/failure.ts";

export type OrchestratorFault =
  | { readonly kind: "receive-failed"; readonly at: string; readonly failure: ReceiveFailure }
  | { readonly kind: "renew-failed"; readonly failure: SettleFailure }
  | { readonly kind: "settle-failed"; readonly failure: SettleFailure }
  | { readonly kind: "publish-failed"; readonly failure: PublishFailure }
  /** Nothing was written; `doing` says what is tried again. */
  | { readonly kind: "store-failed"; readonly doing: string; readonly failure: CommitFailure }
  /** A message that nobody can act on; it is a dead letter now. */
  | {
      readonly kind: "message-refused";
      readonly at: string;
      readonly messageId: string;
      readonly reason: string;
    };

export type Observe = (fault: OrchestratorFault) => void;
