/** Batches before and beside their life: found or made by key, listed for the scheduler. A batch
 *  belongs to a runbook by name, whatever version it runs (M-065). */
import type { MemberKey, RunbookName } from "../contract/identifiers.ts";
import type { BatchId, MemberId, RunbookVersion } from "../contract/ids.ts";
import type { Result } from "../contract/result.ts";
import type { BatchRow, FailureBudget, MemberRow } from "../domain/engine/rows.ts";
import type { CommitFailure, StoreFailure } from "./failure.ts";
import type { LeaseToken } from "./loaded.ts";

export type NewBatch = {
  readonly runbookName: RunbookName;
  readonly version: RunbookVersion;
  /** Unique in the runbook: the start time, the tick, or a text made for a manual batch. */
  readonly key: string;
  readonly start: Date | null;
  readonly isManual: boolean;
  readonly budget: FailureBudget | null;
  readonly createdBy: string | null;
};

export type FoundBatch = { readonly batch: BatchRow; readonly key: string };
export type ListedMember = Pick<
  MemberRow,
  "id" | "key" | "status" | "generation" | "data" | "waitsFor"
>;

export type WaitingMember = {
  readonly batchId: BatchId;
  readonly memberId: MemberId;
  /** The batch it waits for. */
  readonly from: BatchId;
  /** Another that let it go earlier and is not done with it either. */
  readonly next: BatchId | null;
};

export type Wait = Pick<WaitingMember, "batchId" | "from">;

export type Batches = {
  /** The id of each, in order, and whether it was made now or was there (I2, R35). */
  readonly create: (
    batches: readonly NewBatch[],
    lease?: LeaseToken,
  ) => Promise<Result<readonly { readonly id: BatchId; readonly made: boolean }[], CommitFailure>>;
  readonly read: (id: BatchId) => Promise<Result<FoundBatch | null, StoreFailure>>;
  readonly find: (
    name: RunbookName,
    key: string,
  ) => Promise<Result<FoundBatch | null, StoreFailure>>;
  /** All that have not ended, of one runbook or of all. */
  readonly live: (name: RunbookName | null) => Promise<Result<readonly FoundBatch[], StoreFailure>>;
  /** In the order of their ids, after the one given. */
  readonly members: (
    id: BatchId,
    after: MemberId | 0,
    most: number,
  ) => Promise<Result<readonly ListedMember[], StoreFailure>>;
  /** Which batch of the runbook, among those not ended, has each of these keys (I2). */
  readonly holders: (
    name: RunbookName,
    keys: readonly MemberKey[],
  ) => Promise<Result<ReadonlyMap<MemberKey, BatchId>, StoreFailure>>;
  /** Which of these keys any batch of the runbook ever had, ended ones included (R34, I25). */
  readonly everBatched: (
    name: RunbookName,
    keys: readonly MemberKey[],
  ) => Promise<Result<ReadonlySet<MemberKey>, StoreFailure>>;
  /** Members who still wait for another batch although it is done with them: it holds them no
   *  more, has no job out for them and nothing left to undo. Its word was lost, or nobody was
   *  there to hear it (R36). */
  readonly waiting: (most: number) => Promise<Result<readonly WaitingMember[], StoreFailure>>;
  /** Which batches have members that wait for which, done with them or not. */
  readonly waits: () => Promise<Result<readonly Wait[], StoreFailure>>;
};
