/** What people are shown: the contract's rows, in pages. Reports read what was committed, lock
 *  nothing and decide nothing; the engine never asks them.
 *  P1. A page begins after a place, not after a number of rows: what comes and goes between two
 *      pages is neither missed nor shown twice.
 *  P2. A page costs what it shows, not what there is. */
import type { BatchDetail, BatchListQuery, BatchSummary } from "../contract/http/batches.ts";
import type { Member, MemberListQuery } from "../contract/http/members.ts";
import type { PhaseExecution } from "../contract/http/phases.ts";
import type { StepExecution, StepListQuery } from "../contract/http/steps.ts";
import type { BatchId, MemberId, StepExecutionId } from "../contract/ids.ts";
import type { Result } from "../contract/result.ts";
import type { StoreFailure } from "./failure.ts";
import type { Insights } from "./insights.ts";

/** `next` is the place to begin the next page from; null on the last one. `total` is there where
 *  all that fit were counted. */
export type ReportPage<Row> = {
  readonly rows: readonly Row[];
  readonly next: Place | null;
  readonly total?: Total;
};

/** How many rows fit, on whichever page; when capped, there are more than that.
 *  P3. Counting looks at a bounded number of rows too. */
export type Total = { readonly count: number; readonly isCapped: boolean };

/** Numbers that say how far a page went, in the order of its sorting. */
export type Place = readonly number[];

export type PageOf<Query> = {
  readonly filters: Readonly<Omit<Query, "cursor" | "limit">>;
  readonly after: Place | null;
  readonly most: number;
};

export type BatchReport = Omit<BatchDetail, "phases">;

type Answer<Value> = Promise<Result<Value, StoreFailure>>;

export type Reports = {
  /** What reasons, timelines, failures, searches and the overview are told from. */
  readonly insights: Insights;
  /** The newest first. */
  readonly batches: (page: PageOf<BatchListQuery>) => Answer<ReportPage<BatchSummary>>;
  readonly batch: (id: BatchId) => Answer<BatchReport | null>;
  /** In the order of the runbook's versions and offsets. */
  readonly phases: (id: BatchId) => Answer<readonly PhaseExecution[]>;
  /** In the order in which they joined. */
  readonly members: (id: BatchId, page: PageOf<MemberListQuery>) => Answer<ReportPage<Member>>;
  readonly member: (id: BatchId, memberId: MemberId) => Answer<Member | null>;
  /** Member by member, and for each in the order in which they were made; those of the batch
   *  itself first. */
  readonly steps: (id: BatchId, page: PageOf<StepListQuery>) => Answer<ReportPage<StepExecution>>;
  readonly step: (id: BatchId, stepId: StepExecutionId) => Answer<StepExecution | null>;
};
