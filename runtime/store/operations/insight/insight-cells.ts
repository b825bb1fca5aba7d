/** Rows of insights from their cells, in the order in which their operations select them. */
import type { MemberId, StepExecutionId } from "../../../contract/ids.ts";
import { parseJobId } from "../../../contract/job-id.ts";
import type { ExecutionError } from "../../../domain/engine/execution-row.ts";
import type { SeenIncident, SeenMember } from "../../../domain/why/facts.ts";
import type { NamedStep } from "../../insights.ts";
import type { FoundMember, FoundStep } from "../../searches.ts";
import { type Cell, json } from "../columns.ts";

type Cells = readonly Cell[];

/** Databases hold what was parsed on its way in, so ids and names are believed. */
const as = <Value>(cell: Cell | undefined): Value => (cell ?? null) as Value;
const date = (cell: Cell | undefined): Date | null => (cell == null ? null : new Date(cell));
const time = (cell: Cell | undefined): Date => new Date(String(cell));
const ERROR = json<ExecutionError | null>("error_json");

export const idOf = ([id]: Cells): MemberId => as(id);

export const seenMemberOf = ([
  id,
  key,
  generation,
  status,
  waitsFor,
  approved,
]: Cells): SeenMember => ({
  id: as(id),
  key: as(key),
  generation: Number(generation),
  status: as(status),
  waitsFor: as(waitsFor),
  removalApproved: approved === 1,
});

/** Null when the message was about no step's job. */
export function incidentOf([id, messageId, reason, openedAt]: Cells): SeenIncident | null {
  const job = parseJobId(String(messageId).replace(/-delivery-.*$/, ""));
  if (job === null) return null;
  const executionId: StepExecutionId = job.stepExecutionId;
  return { id: Number(id), executionId, reason: String(reason), openedAt: time(openedAt) };
}

export const namedStepOf = ([id, stepName, functionName, workerId]: Cells): NamedStep => ({
  id: as(id),
  stepName: String(stepName),
  functionName: String(functionName),
  workerId: String(workerId),
});

export function foundMemberOf(cells: Cells): FoundMember {
  const [id, batchId, runbookName, key, status, addedAt, removedAt, failedAt] = cells;
  return {
    id: as(id),
    batchId: as(batchId),
    runbookName: as(runbookName),
    key: as(key),
    status: as(status),
    addedAt: time(addedAt),
    removedAt: date(removedAt),
    failedAt: date(failedAt),
  };
}

export function foundStepOf(cells: Cells): FoundStep {
  const [id, memberId, stepName, phaseName, status, dispatchedAt, completedAt, , error] = cells;
  return {
    id: as(id),
    memberId: as(memberId),
    stepName: String(stepName),
    phaseName: as(phaseName),
    status: as(status),
    at: date(completedAt) ?? date(dispatchedAt),
    error: ERROR.read(error ?? null),
  };
}
