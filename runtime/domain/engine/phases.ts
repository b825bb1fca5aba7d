/** The phases of one runbook version, made for a batch. Those of a manual batch have no due time
 *  and wait to be advanced (M-090). */
import { PhaseName } from "../../contract/identifiers.ts";
import { PhaseExecutionId, type RunbookVersion } from "../../contract/ids.ts";
import { phaseDueTimes } from "../due-times.ts";
import { PHASE_START } from "../phase.ts";
import type { Draft } from "./draft.ts";
import { planOf } from "./plan.ts";
import type { PhaseRow } from "./rows.ts";
import { addRow, rowsOf } from "./table.ts";

const NONE: ReadonlySet<string> = new Set();

/** `paused` names those that somebody keeps from running, under whatever version. */
export function addPhases(
  d: Draft,
  version: RunbookVersion,
  paused: ReadonlySet<string> = NONE,
): readonly PhaseRow[] {
  const { start, isManual, id: batchId } = d.batch;
  const firstId = d.nextIds.phase;
  const rows = phaseDueTimes(planOf(d, version).phases, isManual ? null : start).map(
    ({ name, offsetMinutes, dueAt }, position): PhaseRow => ({
      id: PhaseExecutionId.parse(firstId + position),
      batchId,
      name: PhaseName.parse(name),
      version,
      position,
      offsetMinutes,
      dueAt,
      status: PHASE_START,
      skippedFor: null,
      outcome: null,
      paused: paused.has(name),
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
    }),
  );
  d.nextIds = { ...d.nextIds, phase: firstId + rows.length };
  for (const row of rows) addRow(d.phases, row.id, row);
  return rows;
}

/** Whether anybody may have been worked on. */
export const hasBegunPhases = (d: Draft): boolean =>
  [...rowsOf(d.phases)].some(({ dispatchedAt }) => dispatchedAt !== null);
