/** What reasons, timelines, failures, searches and the overview are told from: rows of the engine
 *  as they were committed, in portions that do not grow with what there is.
 *  N1. Every read looks at a bounded number of rows, found by an index, or says that it left some
 *      out.
 *  N2. Nothing is locked and nothing decided. */
import type { MemberKey } from "../contract/identifiers.ts";
import type { BatchId, MemberId, StepExecutionId } from "../contract/ids.ts";
import type { Result } from "../contract/result.ts";
import type { AttentionRow, BatchRow, PhaseRow, SlotRow } from "../domain/engine/rows.ts";
import type { SeenIncident, SeenMember, SeenStep } from "../domain/why/facts.ts";
import type { StoreFailure } from "./failure.ts";
import type { Prospects } from "./prospects.ts";
import type { LoggedEvent } from "./records.ts";
import type { Searches } from "./searches.ts";

type Answer<Value> = Promise<Result<Value, StoreFailure>>;

/** A batch with all that is of the batch itself. */
export type BatchSeen = {
  readonly now: Date;
  readonly batch: BatchRow;
  readonly phases: readonly PhaseRow[];
  readonly slots: readonly SlotRow[];
  readonly attention: readonly AttentionRow[];
  /** Init, finalize and what undoes them. */
  readonly own: readonly SeenStep[];
  readonly incidents: readonly SeenIncident[];
};

export type MemberSeen = {
  readonly member: SeenMember;
  readonly steps: readonly SeenStep[];
  /** Its removal waits for an operator. */
  readonly isHeld: boolean;
};

/** Who stands for a batch of any size. */
export type Chosen = {
  /** Every so many-th member. */
  readonly every: number;
  /** Members of the sample, and beside them those who are under way, parked or asked about. */
  readonly sampled: readonly MemberId[];
  readonly busy: readonly MemberId[];
};

export type NamedStep = {
  readonly id: StepExecutionId;
  readonly stepName: string;
  readonly functionName: string;
  readonly workerId: string;
};

export type FailedStep = { readonly step: SeenStep; readonly memberKey: MemberKey };

export type Insights = Searches &
  Prospects & {
    readonly batch: (id: BatchId) => Answer<BatchSeen | null>;
    readonly members: (id: BatchId, ids: readonly MemberId[]) => Answer<readonly MemberSeen[]>;
    /** Whose step it is: 0 for the batch's own, null when the batch has no such step. */
    readonly memberOf: (id: BatchId, stepId: StepExecutionId) => Answer<MemberId | 0 | null>;
    /** Whose steps these are; those of the batch itself are nobody's. */
    readonly membersOf: (id: BatchId, steps: readonly number[]) => Answer<readonly MemberId[]>;
    /** The keys of members, by their ids. */
    readonly keys: (
      id: BatchId,
      members: readonly MemberId[],
    ) => Answer<ReadonlyMap<MemberId, MemberKey>>;
    readonly memberByKey: (id: BatchId, key: MemberKey) => Answer<MemberId | null>;
    readonly choose: (seen: BatchSeen, most: number) => Answer<Chosen>;
    /** Of the newest rows of its log, so many. */
    readonly newest: (
      id: BatchId | 0,
      before: number,
      most: number,
    ) => Answer<readonly LoggedEvent[]>;
    /** Of all logs, the newest first. */
    readonly byTime: (from: Date, to: Date, rows: number) => Answer<readonly LoggedEvent[]>;
    readonly named: (
      id: BatchId,
      steps: readonly StepExecutionId[],
    ) => Answer<readonly NamedStep[]>;
    /** Of so many members, those who failed last. */
    readonly failures: (id: BatchId, members: number) => Answer<readonly FailedStep[]>;
    readonly phasesOf: (ids: readonly BatchId[]) => Answer<readonly PhaseRow[]>;
  };
