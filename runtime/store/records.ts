/** What was recorded: the log of a batch, what is open for a person, and answers already given.
 *  The log is told from, never decided by. */
import type { BatchId } from "../contract/ids.ts";
import type { Result } from "../contract/result.ts";
import type { EventDraft } from "../domain/engine/decision.ts";
import type { AttentionRow } from "../domain/engine/rows.ts";
import type { CommitFailure, StoreFailure } from "./failure.ts";
import type { ConsumedMessage, RememberedAnswer } from "./unit.ts";

/** Batch 0 is the platform itself. */
export type LoggedEvent = EventDraft & {
  readonly batchId: BatchId | 0;
  readonly seq: number;
  readonly at: Date;
};

/** Of a batch, or of the platform itself (0). */
export type OpenAttention = Omit<AttentionRow, "batchId"> & { readonly batchId: BatchId | 0 };

/** What happens to no batch: a version published, a worker registered, automation switched. */
export type PlatformEvent = Pick<EventDraft, "actor" | "cause" | "type" | "detail">;

type Answer<Value> = Promise<Result<Value, StoreFailure>>;

export type Records = {
  /** In order, after the one given. */
  readonly events: (
    batchId: BatchId | 0,
    after: number,
    most: number,
  ) => Answer<readonly LoggedEvent[]>;
  readonly recordPlatform: (
    events: readonly PlatformEvent[],
  ) => Promise<Result<void, CommitFailure>>;
  /** What is open, the oldest first. */
  readonly attention: (most: number) => Answer<readonly OpenAttention[]>;
  readonly recall: (actor: string, key: string) => Answer<RememberedAnswer | null>;
  readonly consumed: (consumer: string, messageId: string) => Answer<ConsumedMessage | null>;
  /** Forgets answers and consumed messages from before, up to so many of each. */
  readonly prune: (before: Date, most: number) => Answer<number>;
};
