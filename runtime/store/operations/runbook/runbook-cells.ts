/** Runbook versions, their steps and their automation, from and to cells. */
import type { RunbookName } from "../../../contract/identifiers.ts";
import type { RunbookVersion } from "../../../contract/ids.ts";
import type { AutomationRecord, RunbookRecord } from "../../runbooks.ts";
import type { StepPlan } from "../../step-plan.ts";
import { type Cell, instant, plain } from "../columns.ts";

const NAME = plain<RunbookName>("name");
const VERSION = plain<RunbookVersion>("version");
const OVERDUE = plain<RunbookRecord["overdue"]>("overdue_behavior");
const TEXT = plain<string | null>("text");
const AT = instant("at");

/** In the order of `RUNBOOK_COLUMNS`. */
export function runbookOf(cells: readonly Cell[]): RunbookRecord {
  const at = (index: number): Cell => cells[index] ?? null;
  return {
    name: NAME.read(at(0)),
    version: VERSION.read(at(1)),
    yaml: String(at(2)),
    dataTableName: String(at(3)),
    isActive: at(4) === 1,
    overdue: OVERDUE.read(at(5)),
    ignoreOverdueApplied: at(6) === 1,
    rerunInit: at(7) === 1,
    createdAt: new Date(String(at(8))),
    publishedBy: TEXT.read(at(9)),
    lastError: TEXT.read(at(10)),
    lastErrorAt: AT.read(at(11)),
    ...(at(12) === 1 ? { inFlight: "pin" } : {}),
  };
}

export function automationOf(cells: readonly Cell[]): AutomationRecord {
  const at = (index: number): Cell => cells[index] ?? null;
  return {
    runbookName: NAME.read(at(0)),
    enabled: at(1) === 1,
    enabledAt: AT.read(at(2)),
    enabledBy: TEXT.read(at(3)),
    disabledAt: AT.read(at(4)),
    disabledBy: TEXT.read(at(5)),
  };
}

/** Behind the runbook's name and version. */
export const stepPlanCells = ({ scope, stepIndex, step }: StepPlan): readonly Cell[] => [
  scope,
  stepIndex,
  step.name,
  step.workerId,
  step.function.source,
  step.onFailure,
  step.poll === null ? 0 : 1,
  step.poll?.intervalSec ?? null,
  step.poll?.timeoutSec ?? null,
  step.retry.maxRetries,
  step.retry.maxRetries === 0 ? null : step.retry.intervalSec,
];
