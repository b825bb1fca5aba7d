/** Rows whose time has come. Asked without a lock: what is done about a row is decided later,
 *  under its batch's lock, from what the row then says. Pages are bounded; the oldest come
 *  first, so whoever asks again after acting gets the next ones. */
import type { BatchId, PhaseExecutionId, StepExecutionId } from "../contract/ids.ts";
import type { Result } from "../contract/result.ts";
import type { StoreFailure } from "./failure.ts";

export type DueExecution = { readonly batchId: BatchId; readonly id: StepExecutionId };
export type DuePhase = { readonly batchId: BatchId; readonly id: PhaseExecutionId };
export type DueSlot = { readonly batchId: BatchId; readonly key: string };

type Page<Row> = Promise<Result<readonly Row[], StoreFailure>>;

export type DueRows = {
  readonly executions: (now: Date, most: number) => Page<DueExecution>;
  /** Pending phases of active batches: a batch that has not begun cannot open one. */
  readonly phases: (now: Date, most: number) => Page<DuePhase>;
  readonly slots: (now: Date, most: number) => Page<DueSlot>;
  /** The earliest of them all, due or not: until then nobody need ask. */
  readonly next: () => Promise<Result<Date | null, StoreFailure>>;
};
