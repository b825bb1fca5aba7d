/** Rows of prospects from their cells, in the order in which their operations select them. */
import type { FailedEnd, NextPhase } from "../../prospects.ts";
import type { Cell } from "../columns.ts";

type Cells = readonly Cell[];

/** Databases hold what was parsed on its way in, so ids and names are believed. */
const as = <Value>(cell: Cell | undefined): Value => (cell ?? null) as Value;
const time = (cell: Cell | undefined): Date => new Date(String(cell));

export const failedEndOf = ([batchId, reason, active, failed, endedAt]: Cells): FailedEnd => ({
  batchId: as(batchId),
  isInit: reason === "init_failed",
  members: Number(active) + Number(failed),
  failed: Number(failed),
  endedAt: time(endedAt),
});

export const nextPhaseOf = ([batchId, name, id, phaseName, dueAt, members]: Cells): NextPhase => ({
  batchId: as(batchId),
  runbookName: as(name),
  phaseId: as(id),
  phaseName: as(phaseName),
  dueAt: time(dueAt),
  members: Number(members),
});
