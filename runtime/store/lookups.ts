/** What the orchestrator looks up before it knows which batch to lock: where a message belongs,
 *  whom an order means. Read without a lock; what is done about it is decided later. */
import type { MemberKey, RunbookName } from "../contract/identifiers.ts";
import type { BatchId, MemberId, PhaseExecutionId, StepExecutionId } from "../contract/ids.ts";
import type { Result } from "../contract/result.ts";
import type { ListedMember } from "./batches.ts";
import type { StoreFailure } from "./failure.ts";

type Answer<Value> = Promise<Result<Value, StoreFailure>>;

export type Whom = {
  readonly members: readonly MemberId[];
  readonly executions: readonly StepExecutionId[];
};

export type Lookups = {
  /** The batch of each execution; one that does not exist is not here. */
  readonly batchesOf: (
    executions: readonly StepExecutionId[],
  ) => Answer<ReadonlyMap<StepExecutionId, BatchId>>;
  /** The members of a batch, of any status, that have these keys. */
  readonly members: (id: BatchId, keys: readonly MemberKey[]) => Answer<readonly ListedMember[]>;
  /** Failed members in the order of their ids, after the one given: of the whole batch (0), or
   *  those whose failed step is in one phase. */
  readonly failedMembers: (
    id: BatchId,
    phaseId: PhaseExecutionId | 0,
    after: MemberId | 0,
    most: number,
  ) => Answer<readonly MemberId[]>;
  /** The batch of the runbook that no longer holds a member and is not done with it: a job is out,
   *  or something is still to be undone. Whoever takes the member in waits for it (R36). */
  readonly draining: (
    name: RunbookName,
    keys: readonly MemberKey[],
  ) => Answer<ReadonlyMap<MemberKey, BatchId>>;
  /** Members of a batch with whom another batch of the runbook is not done: who is taken in again
   *  by an order waits for it (R36). Whom is meant: members, or those of these executions. */
  readonly busyElsewhere: (id: BatchId, whom: Whom) => Answer<ReadonlyMap<MemberId, BatchId>>;
  /** The other batch of the runbook that holds the member of an execution: what it left to be
   *  undone here is not taken up while that one works on it (R36). */
  readonly heldElsewhere: (id: BatchId, execution: StepExecutionId) => Answer<BatchId | null>;
  /** Keys of limits of which some batch has a share, also when the limit itself was lifted. */
  readonly dealtLimits: () => Answer<readonly string[]>;
};
