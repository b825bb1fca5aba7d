/** The world a test begins with: a batch just found, nobody in it yet. */
import { RunbookName } from "../../../../runtime/contract/identifiers.ts";
import { BatchId, RunbookVersion } from "../../../../runtime/contract/ids.ts";
import { newBatch } from "../../../../runtime/domain/engine/new-batch.ts";
import type { BatchRow } from "../../../../runtime/domain/engine/rows.ts";
import type { Offered, World } from "../../../../runtime/domain/engine/world.ts";
import type { Runbook } from "../../../../runtime/domain/runbook.ts";

export const START = new Date("2026-03-02T06:00:00.000Z");
const BATCH = BatchId.parse(7);

/** How long a job may stay unanswered, unless a test says otherwise. */
export const HOUR_SEC = 3_600;

export const version = (number: number): RunbookVersion => RunbookVersion.parse(number);

const OFFERED: Offered = new Map([
  ["Set-Thing", "natural-key"],
  ["Undo-Thing", "natural-key"],
  ["Check-Thing", "check-then-act"],
  ["Send-Once", "none"],
]);

export const startWorld = (
  plan: Runbook,
  given: Partial<World> = {},
  batch: Partial<BatchRow> = {},
): World => ({
  batch: {
    ...newBatch({
      id: BATCH,
      runbookName: RunbookName.parse(plan.name),
      version: version(1),
      start: START,
      isManual: false,
      budget: null,
    }),
    ...batch,
  },
  phases: new Map(),
  members: new Map(),
  executions: new Map(),
  slots: new Map(),
  attention: new Map(),
  plans: new Map([[version(1), plan]]),
  workers: new Map([["worker-01", OFFERED]]),
  limited: new Set(),
  nextIds: { execution: 1, member: 1, phase: 1 },
  ...given,
});
