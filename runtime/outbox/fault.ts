/** What went wrong while messages were sent on. Nothing is lost by any of it: a row that was not
 *  published stays, and one that never can be has become an incident. */
import type { PublishFailure, SettleFailure } from "../bus/failure.ts";
import type { CommitFailure } from "../store/failure.ts";

export type OutboxFault =
  /** Left to the relay, which tries again when the claim has run out. */
  | {
      readonly kind: "publish-failed";
      readonly topic: string;
      readonly rows: readonly number[];
      readonly failure: PublishFailure;
    }
  /** The bus will never take it. */
  | {
      readonly kind: "unpublishable";
      readonly topic: string;
      readonly row: number;
      readonly failure: PublishFailure;
    }
  /** The message comes again. */
  | { readonly kind: "settle-failed"; readonly failure: SettleFailure }
  | { readonly kind: "store-failed"; readonly failure: CommitFailure }
  /** An adapter broke its promise; what it was asked is tried again like any failure. */
  | { readonly kind: "bug"; readonly error: unknown };
