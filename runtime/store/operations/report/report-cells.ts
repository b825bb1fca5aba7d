/** Rows of reports from cells, in the order in which their shapes select them. Databases hold
 *  what was parsed on its way in, so names and instants are believed. */
import type { BatchSummary } from "../../../contract/http/batches.ts";
import type { Member } from "../../../contract/http/members.ts";
import type { PhaseExecution } from "../../../contract/http/phases.ts";
import type { StepExecution } from "../../../contract/http/steps.ts";
import { type Cell, flag, json, plain } from "../columns.ts";

const OBJECT = json<Record<string, unknown>>("object");
const VALUE = json<unknown>("value");
const YES = flag("yes");

/** Reads the cells one after the other. */
function reader(cells: readonly Cell[]) {
  let at = 0;
  const next = (): Cell => cells[at++] ?? null;
  const as = <Value>(): Value => plain<Value & Cell>("cell").read(next()) as Value;
  return { next, as, number: () => Number(next()), yes: () => YES.read(next()) };
}

export function batchReportOf(
  cells: readonly Cell[],
): BatchSummary & { readonly changeCount: number } {
  const { as, number, yes } = reader(cells);
  return {
    id: as(),
    runbookName: as(),
    runbookVersion: as(),
    batchStartTime: as(),
    status: as(),
    statusReason: as(),
    outcome: as(),
    isManual: yes(),
    isPaused: yes(),
    needsAttention: yes(),
    createdBy: as(),
    currentPhase: as(),
    detectedAt: as(),
    initDispatchedAt: as(),
    memberCounts: { active: number(), removed: number(), failed: number() },
    changeCount: number(),
  };
}

export function memberReportOf(cells: readonly Cell[]): Member {
  const { as, next } = reader(cells);
  return {
    id: as(),
    batchId: as(),
    memberKey: as(),
    status: as(),
    data: OBJECT.read(next()),
    workerData: OBJECT.read(next()),
    addedAt: as(),
    removedAt: as(),
    failedAt: as(),
    addDispatchedAt: as(),
    removeDispatchedAt: as(),
  };
}

export function phaseReportOf(cells: readonly Cell[]): PhaseExecution {
  const { as, number } = reader(cells);
  return {
    id: as(),
    batchId: as(),
    phaseName: as(),
    offsetMinutes: number(),
    dueAt: as(),
    runbookVersion: as(),
    status: as(),
    outcome: as(),
    dispatchedAt: as(),
    completedAt: as(),
    memberCounts: {
      total: number(),
      remaining: number(),
      succeeded: number(),
      failed: number(),
      late: number(),
      through: number(),
      lost: number(),
    },
  };
}

export function stepReportOf(cells: readonly Cell[]): StepExecution {
  const { as, next, number, yes } = reader(cells);
  return {
    id: as(),
    kind: as(),
    batchId: as(),
    phaseExecutionId: as(),
    phaseName: as(),
    memberId: as(),
    memberKey: as(),
    stepName: as(),
    stepIndex: number(),
    workerId: as(),
    functionName: as(),
    params: OBJECT.read(next()),
    status: as(),
    jobId: as(),
    result: VALUE.read(next()),
    errorMessage: as(),
    dispatchedAt: as(),
    completedAt: as(),
    onFailure: as(),
    retryCount: number(),
    maxRetries: number(),
    retryAfter: as(),
    isPollStep: yes(),
    pollCount: number(),
    pollStartedAt: as(),
    lastPolledAt: as(),
  };
}
