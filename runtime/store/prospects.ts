/** What the whole platform has before and behind it: phases that fall due next, batches that ended
 *  badly, and how much is open. */
import type { PhaseName, RunbookName } from "../contract/identifiers.ts";
import type { BatchId, PhaseExecutionId } from "../contract/ids.ts";
import type { Result } from "../contract/result.ts";
import type { StoreFailure } from "./failure.ts";

type Answer<Value> = Promise<Result<Value, StoreFailure>>;

export type NextPhase = {
  readonly batchId: BatchId;
  readonly runbookName: RunbookName;
  readonly phaseId: PhaseExecutionId;
  readonly phaseName: PhaseName;
  readonly dueAt: Date;
  readonly members: number;
};

/** A batch that ended with failures; nobody called it off. */
export type FailedEnd = {
  readonly batchId: BatchId;
  readonly isInit: boolean;
  readonly members: number;
  readonly failed: number;
  readonly endedAt: Date;
};

export type Prospects = {
  /** Those that ended since then: at most so many that failed, and so many that came through in
   *  part. */
  readonly failedEnds: (since: Date, most: number) => Answer<readonly FailedEnd[]>;
  readonly nextPhases: (most: number) => Answer<readonly NextPhase[]>;
  /** Batches that have not ended, those of them that wait for their first advance, and things that
   *  wait for a person. */
  readonly counts: () => Answer<{
    readonly batches: number;
    readonly notBegun: number;
    readonly attention: number;
  }>;
};
