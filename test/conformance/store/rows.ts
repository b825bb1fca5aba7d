/** Rows and events as cases write them. */
import { MemberKey, PhaseName } from "../../../runtime/contract/identifiers.ts";
import {
  type BatchId,
  MemberId,
  PhaseExecutionId,
  StepExecutionId,
} from "../../../runtime/contract/ids.ts";
import type { EventDraft } from "../../../runtime/domain/engine/decision.ts";
import { type ExecutionRow, newExecution } from "../../../runtime/domain/engine/execution-row.ts";
import type { MemberRow, PhaseRow } from "../../../runtime/domain/engine/rows.ts";
import { version } from "../../unit/domain/engine/start-world.ts";

export const memberRow = (
  batchId: BatchId,
  id: number,
  key: string,
  given: Partial<MemberRow> = {},
): MemberRow => ({
  id: MemberId.parse(id),
  batchId,
  key: MemberKey.parse(key),
  ordinal: id,
  generation: 1,
  status: "active",
  currentExecutionId: 0,
  waitsFor: null,
  removalApproved: false,
  failedAfter: 0,
  data: new Map(),
  workerData: new Map(),
  ...given,
});

export const event = (type: string): EventDraft => ({
  actor: "test",
  cause: "test",
  type,
  memberId: 0,
  executionId: 0,
  phaseId: 0,
  from: null,
  to: null,
  next: 0,
  detail: { why: type },
});

export const counted = (batchId: BatchId, eventSeq: number) =>
  ({ table: "batches", id: batchId, add: { eventSeq } }) as const;

export const phaseRow = (
  batchId: BatchId,
  id: number,
  given: Partial<PhaseRow> = {},
): PhaseRow => ({
  id: PhaseExecutionId.parse(id),
  batchId,
  name: PhaseName.parse(`phase-${id}`),
  version: version(1),
  position: 0,
  offsetMinutes: 0,
  dueAt: null,
  status: "pending",
  skippedFor: null,
  outcome: null,
  paused: false,
  dispatchedAt: null,
  completedAt: null,
  total: 0,
  remaining: 0,
  succeeded: 0,
  failed: 0,
  lateMembers: 0,
  lateSucceeded: 0,
  lateFailed: 0,
  lateWithdrawn: 0,
  barrierStep: 0,
  barrierRemaining: 0,
  failuresAccepted: 0,
  ...given,
});

export const executionRow = (
  batchId: BatchId,
  id: number,
  given: Partial<ExecutionRow> = {},
): ExecutionRow => ({
  ...newExecution({
    id: StepExecutionId.parse(id),
    batchId,
    kind: "init",
    phaseId: 0,
    undoesId: 0,
    memberId: 0,
    generation: 1,
    stepIndex: id,
    version: version(1),
    fence: 1,
    dueAt: null,
  }),
  ...given,
});
