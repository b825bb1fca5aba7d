/** What a checker is shown of one commit on one batch: the rows it changed, before and after, and
 *  what went with it. `rows` is the batch as it is after the commit. */
import type { Settlement } from "../../../runtime/bus/lock.ts";
import type {
  BatchId,
  MemberId,
  PhaseExecutionId,
  StepExecutionId,
} from "../../../runtime/contract/ids.ts";
import type { AttentionDraft, EventDraft } from "../../../runtime/domain/engine/decision.ts";
import type { ExecutionRow } from "../../../runtime/domain/engine/execution-row.ts";
import type {
  AttentionRow,
  BatchRow,
  MemberRow,
  PhaseRow,
  SlotRow,
} from "../../../runtime/domain/engine/rows.ts";
import type { LeaseToken } from "../../../runtime/store/loaded.ts";
import type { OutgoingMessage, RememberedAnswer } from "../../../runtime/store/unit.ts";

/** `before` is null for a row that was made. */
export type Change<Row> = { readonly before: Row | null; readonly after: Row };

export type BatchRows = {
  batch: BatchRow;
  readonly phases: Map<PhaseExecutionId, PhaseRow>;
  readonly members: Map<MemberId, MemberRow>;
  readonly executions: Map<StepExecutionId, ExecutionRow>;
  readonly slots: Map<string, SlotRow>;
  readonly attention: Map<string, AttentionRow>;
  /** In the order they were made; 0 for those of the batch itself. */
  readonly ofMember: Map<MemberId | 0, StepExecutionId[]>;
};

export type Commit = {
  /** By the store's clock. */
  readonly at: Date;
  readonly host: string;
  readonly batchId: BatchId;
  readonly rows: BatchRows;
  readonly batch: Change<BatchRow>;
  readonly phases: readonly Change<PhaseRow>[];
  readonly members: readonly Change<MemberRow>[];
  readonly executions: readonly Change<ExecutionRow>[];
  readonly slots: readonly Change<SlotRow>[];
  readonly events: readonly EventDraft[];
  readonly attention: readonly AttentionDraft[];
  /** Of the whole transaction, which may hold several batches. */
  readonly unit: UnitFacts;
};

export type UnitFacts = {
  readonly batches: number;
  readonly publish: readonly OutgoingMessage[];
  readonly settle: readonly Settlement[];
  readonly remember: readonly RememberedAnswer[];
  readonly lease: LeaseToken | null;
};
