/** The rows of one batch, as the engine's core sees them. Columns that only people read (names,
 *  display times) are left to the store; what decides is here.
 *  - Statuses are the contract's and nothing else; all further facts are columns beside them
 *    `held`, `skipped`, `outstanding`, `paused`, `statusReason`.
 *  - `dueAt` is the only timer of a row: the earliest instant at which it must be looked at.
 *    What happens then is decided from the row.
 *  - 0 stands where other rows have an id: SQL Server and SQLite do not agree on what two nulls
 *    in a unique key mean. */
import type { MemberKey, PhaseName, RunbookName } from "../../contract/identifiers.ts";
import type {
  BatchId,
  MemberId,
  PhaseExecutionId,
  RunbookVersion,
  StepExecutionId,
} from "../../contract/ids.ts";
import type { BatchStatus, MemberStatus, PhaseStatus } from "../../contract/statuses.ts";
import type { Outcome } from "../outcome.ts";
import type { Variables } from "../variables.ts";

/** Failures that pause a batch: so many members, or such a share of those done in a phase. */
export type FailureBudget = {
  readonly failedMax: number | null;
  readonly failedPercentMax: number | null;
  /** Members that must be done in the phase before a share of them means anything. */
  readonly sampleMin: number;
};

export type BatchRow = {
  readonly id: BatchId;
  readonly runbookName: RunbookName;
  /** The version whose init, phases and finalize come next (I26). */
  readonly version: RunbookVersion;
  /** Null for a manual batch. */
  readonly start: Date | null;
  readonly isManual: boolean;
  readonly status: BatchStatus;
  readonly statusReason: "init_failed" | "cancelling" | "cancelled" | null;
  readonly outcome: Outcome | null;
  readonly endedAt: Date | null;
  /** Grows whenever everything under way is called off; a row of an older fence never starts. */
  readonly fence: number;
  readonly paused: boolean;
  readonly finalize: "waiting" | "running" | "done";
  readonly budget: FailureBudget | null;
  /** Failed members that a resuming operator has already accepted. */
  readonly failuresAccepted: number;
  /** How often one has. */
  readonly acceptances: number;
  /** Members ever taken in: the last ordinal given out. */
  readonly memberCount: number;
  readonly activeMembers: number;
  readonly failedMembers: number;
  /** Open executions of late members: their phase has ended and cannot hold the batch. */
  readonly lateExecutions: number;
  /** Open executions of rollbacks and removals. */
  readonly compensations: number;
  /** Jobs sent and not yet answered or given up. */
  readonly inFlight: number;
  readonly eventSeq: number;
};

export type PhaseRow = {
  readonly id: PhaseExecutionId;
  readonly batchId: BatchId;
  readonly name: PhaseName;
  readonly version: RunbookVersion;
  /** Its place in the runbook of its version, from 0. */
  readonly position: number;
  readonly offsetMinutes: number;
  readonly dueAt: Date | null;
  readonly status: PhaseStatus;
  /** Which of the two ways it was skipped: only the second can be taken back. */
  readonly skippedFor: "overdue_ignored" | "batch_ended" | null;
  readonly outcome: Outcome | null;
  readonly paused: boolean;
  readonly dispatchedAt: Date | null;
  readonly completedAt: Date | null;
  /** Members that take part; those who were removed no longer do. */
  readonly total: number;
  readonly remaining: number;
  readonly succeeded: number;
  readonly failed: number;
  /** Of them, those that a resuming operator has already accepted. */
  readonly failuresAccepted: number;
  readonly lateMembers: number;
  readonly lateSucceeded: number;
  /** Failed since it ended, less those of its failed who were tried again: may be below 0. */
  readonly lateFailed: number;
  /** Came through it, and began anew since it ended. */
  readonly lateWithdrawn: number;
  /** With a barrier: the last step members may start, and who has not passed it yet. */
  readonly barrierStep: number;
  readonly barrierRemaining: number;
};

export type MemberRow = {
  readonly id: MemberId;
  readonly batchId: BatchId;
  readonly key: MemberKey;
  /** Its place among all members the batch ever had, from 1. */
  readonly ordinal: number;
  readonly generation: number;
  readonly status: MemberStatus;
  /** The execution whose job is out for this member, or 0: one at a time (I4). */
  readonly currentExecutionId: StepExecutionId | 0;
  /** Another batch that may still be undoing its work on this member (R36). */
  readonly waitsFor: BatchId | null;
  /** Somebody said that it goes. On one who is removed: by an operator, not by the source, which
   *  brings it back only once its row was gone. */
  readonly removalApproved: boolean;
  /** How often failures had been accepted in the batch when this one failed. */
  readonly failedAfter: number;
  readonly data: Variables;
  readonly workerData: Variables;
};

/** How many jobs of one worker or one function a batch may have out at once. */
export type SlotRow = {
  /** `worker:{id}` or `function:{name}`. */
  readonly key: string;
  readonly batchId: BatchId;
  /** Null: no limit. */
  readonly granted: number | null;
  readonly inUse: number;
  /** Whether executions may be parked for this key. */
  readonly waiting: boolean;
  /** Set while there is room and somebody may be waiting for it. */
  readonly dueAt: Date | null;
};

/** Something that can go no further by itself, with what would move it. At most one is open for
 *  a subject. */
export type AttentionRow = {
  readonly subject: string;
  readonly batchId: BatchId;
  readonly reason: string;
  readonly actions: readonly string[];
  readonly openedAt: Date;
};
