/** Rows whose time has come. Asked without a lock: what is done about a row is decided later,
 *  under its batch's lock, from what the row then says. Pages are bounded; the oldest come
 *  first, so whoever asks again after acting gets the next ones. What is due is for the store's
 *  own clock to say: nobody brings a time along (R43, I36). */
import type { BatchId, PhaseExecutionId, StepExecutionId } from "../contract/ids.ts";
import type { Result } from "../contract/result.ts";
import type { StoreFailure } from "./failure.ts";

export type DueExecution = { readonly batchId: BatchId; readonly id: StepExecutionId };
export type DuePhase = { readonly batchId: BatchId; readonly id: PhaseExecutionId };
export type DueSlot = { readonly batchId: BatchId; readonly key: string };

/** `at` is null when nothing will ever be due. */
export type NextDue = { readonly at: Date | null; readonly now: Date };

type Page<Row> = Promise<Result<readonly Row[], StoreFailure>>;

export type DueRows = {
  readonly executions: (most: number) => Page<DueExecution>;
  /** Pending phases of active batches: a batch that has not begun cannot open one. */
  readonly phases: (most: number) => Page<DuePhase>;
  readonly slots: (most: number) => Page<DueSlot>;
  /** The earliest of them all, due or not, beside the time by the same clock: until then nobody
   *  need ask. */
  readonly next: () => Promise<Result<NextDue, StoreFailure>>;
};
