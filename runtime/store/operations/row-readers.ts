/** Rows from their cells. Each row is written out as one object: built property by property it
 *  would be ten times as dear to copy, and the core copies every row it changes. The cells are in
 *  the order of the columns; `row-codec` sees to that, and Law 2 would tell. */
import type { ExecutionRow } from "../../domain/engine/execution-row.ts";
import type { BatchRow, PhaseRow, SlotRow } from "../../domain/engine/rows.ts";
import type { Cell } from "./columns.ts";
import { type KeptMember, ROW_COLUMNS } from "./row-columns.ts";

const {
  batches: BATCH,
  phases: PHASE,
  members: MEMBER,
  executions: EXECUTION,
  slots: SLOT,
} = ROW_COLUMNS;

type Cells = readonly Cell[];
const at = (cells: Cells, index: number): Cell => cells[index] ?? null;

export const batchOf = (cells: Cells): BatchRow => ({
  id: BATCH.id.read(at(cells, 0)),
  runbookName: BATCH.runbookName.read(at(cells, 1)),
  version: BATCH.version.read(at(cells, 2)),
  start: BATCH.start.read(at(cells, 3)),
  isManual: BATCH.isManual.read(at(cells, 4)),
  status: BATCH.status.read(at(cells, 5)),
  statusReason: BATCH.statusReason.read(at(cells, 6)),
  outcome: BATCH.outcome.read(at(cells, 7)),
  endedAt: BATCH.endedAt.read(at(cells, 8)),
  fence: BATCH.fence.read(at(cells, 9)),
  paused: BATCH.paused.read(at(cells, 10)),
  finalize: BATCH.finalize.read(at(cells, 11)),
  budget: BATCH.budget.read(at(cells, 12)),
  failuresAccepted: BATCH.failuresAccepted.read(at(cells, 13)),
  memberCount: BATCH.memberCount.read(at(cells, 14)),
  activeMembers: BATCH.activeMembers.read(at(cells, 15)),
  failedMembers: BATCH.failedMembers.read(at(cells, 16)),
  lateExecutions: BATCH.lateExecutions.read(at(cells, 17)),
  compensations: BATCH.compensations.read(at(cells, 18)),
  inFlight: BATCH.inFlight.read(at(cells, 19)),
  eventSeq: BATCH.eventSeq.read(at(cells, 20)),
  acceptances: BATCH.acceptances.read(at(cells, 21)),
});

export const phaseOf = (cells: Cells): PhaseRow => ({
  id: PHASE.id.read(at(cells, 0)),
  batchId: PHASE.batchId.read(at(cells, 1)),
  name: PHASE.name.read(at(cells, 2)),
  version: PHASE.version.read(at(cells, 3)),
  position: PHASE.position.read(at(cells, 4)),
  offsetMinutes: PHASE.offsetMinutes.read(at(cells, 5)),
  dueAt: PHASE.dueAt.read(at(cells, 6)),
  status: PHASE.status.read(at(cells, 7)),
  skippedFor: PHASE.skippedFor.read(at(cells, 8)),
  outcome: PHASE.outcome.read(at(cells, 9)),
  paused: PHASE.paused.read(at(cells, 10)),
  dispatchedAt: PHASE.dispatchedAt.read(at(cells, 11)),
  completedAt: PHASE.completedAt.read(at(cells, 12)),
  total: PHASE.total.read(at(cells, 13)),
  remaining: PHASE.remaining.read(at(cells, 14)),
  succeeded: PHASE.succeeded.read(at(cells, 15)),
  failed: PHASE.failed.read(at(cells, 16)),
  lateMembers: PHASE.lateMembers.read(at(cells, 17)),
  lateSucceeded: PHASE.lateSucceeded.read(at(cells, 18)),
  barrierStep: PHASE.barrierStep.read(at(cells, 19)),
  barrierRemaining: PHASE.barrierRemaining.read(at(cells, 20)),
  failuresAccepted: PHASE.failuresAccepted.read(at(cells, 21)),
  lateFailed: PHASE.lateFailed.read(at(cells, 22)),
  lateWithdrawn: PHASE.lateWithdrawn.read(at(cells, 23)),
});

export const memberOf = (cells: Cells): KeptMember => ({
  id: MEMBER.id.read(at(cells, 0)),
  batchId: MEMBER.batchId.read(at(cells, 1)),
  key: MEMBER.key.read(at(cells, 2)),
  ordinal: MEMBER.ordinal.read(at(cells, 3)),
  generation: MEMBER.generation.read(at(cells, 4)),
  status: MEMBER.status.read(at(cells, 5)),
  waitsFor: MEMBER.waitsFor.read(at(cells, 6)),
  removalApproved: MEMBER.removalApproved.read(at(cells, 7)),
  data: MEMBER.data.read(at(cells, 8)),
  workerData: MEMBER.workerData.read(at(cells, 9)),
  failedAfter: MEMBER.failedAfter.read(at(cells, 10)),
});

export const executionOf = (cells: Cells): ExecutionRow => ({
  id: EXECUTION.id.read(at(cells, 0)),
  batchId: EXECUTION.batchId.read(at(cells, 1)),
  kind: EXECUTION.kind.read(at(cells, 2)),
  phaseId: EXECUTION.phaseId.read(at(cells, 3)),
  undoesId: EXECUTION.undoesId.read(at(cells, 4)),
  memberId: EXECUTION.memberId.read(at(cells, 5)),
  generation: EXECUTION.generation.read(at(cells, 6)),
  stepIndex: EXECUTION.stepIndex.read(at(cells, 7)),
  version: EXECUTION.version.read(at(cells, 8)),
  status: EXECUTION.status.read(at(cells, 9)),
  attempt: EXECUTION.attempt.read(at(cells, 10)),
  pollCount: EXECUTION.pollCount.read(at(cells, 11)),
  retryCount: EXECUTION.retryCount.read(at(cells, 12)),
  outstanding: EXECUTION.outstanding.read(at(cells, 13)),
  fence: EXECUTION.fence.read(at(cells, 14)),
  dueAt: EXECUTION.dueAt.read(at(cells, 15)),
  waitingFor: EXECUTION.waitingFor.read(at(cells, 16)),
  held: EXECUTION.held.read(at(cells, 17)),
  skipped: EXECUTION.skipped.read(at(cells, 18)),
  frozen: EXECUTION.frozen.read(at(cells, 19)),
  undo: EXECUTION.undo.read(at(cells, 20)),
  dispatchedAt: EXECUTION.dispatchedAt.read(at(cells, 21)),
  completedAt: EXECUTION.completedAt.read(at(cells, 22)),
  pollStartedAt: EXECUTION.pollStartedAt.read(at(cells, 23)),
  lastPolledAt: EXECUTION.lastPolledAt.read(at(cells, 24)),
  result: EXECUTION.result.read(at(cells, 25)),
  error: EXECUTION.error.read(at(cells, 26)),
});

export const slotOf = (cells: Cells): SlotRow => ({
  key: SLOT.key.read(at(cells, 0)),
  batchId: SLOT.batchId.read(at(cells, 1)),
  granted: SLOT.granted.read(at(cells, 2)),
  inUse: SLOT.inUse.read(at(cells, 3)),
  waiting: SLOT.waiting.read(at(cells, 4)),
  dueAt: SLOT.dueAt.read(at(cells, 5)),
});
