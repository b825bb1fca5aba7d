/** Messages that were committed and not yet published (R03). Rows are born claimed by whoever
 *  commits them, who publishes at once and reports them as `sent` in its next unit; a relay
 *  picks up those whose claim has run out (R07). */
import type { Result } from "../contract/result.ts";
import type { StoreFailure } from "./failure.ts";
import type { OutgoingMessage } from "./unit.ts";

export type OutboxRow = OutgoingMessage & { readonly id: number };

export type Outbox = {
  readonly claim: (
    owner: string,
    forMs: number,
    most: number,
  ) => Promise<Result<readonly OutboxRow[], StoreFailure>>;
  /** For a relay, which commits nothing else. */
  readonly sent: (ids: readonly number[]) => Promise<Result<void, StoreFailure>>;
  readonly waiting: () => Promise<Result<number, StoreFailure>>;
};
