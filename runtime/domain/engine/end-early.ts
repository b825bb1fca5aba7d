/** A batch is called off: its init failed, or an operator cancelled it. Of what was planned for
 *  its members nothing starts any more (I11, R27); jobs that are out drain; undoing already begun
 *  runs on to its end, also where the batch was paused: nobody resumes what is called off. After
 *  a cancellation finalize still runs, unless that is what was cancelled or the init was
 *  not over and no phase had begun before it; after a failed init it does not, because the init
 *  may be tried again. */

import { setBatch, setPhase } from "./change.ts";
import { closeNotes, closeQuestions } from "./close-questions.ts";
import type { Draft } from "./draft.ts";
import { isCompensation } from "./execution-row.ts";
import { moveBatch, movePhase } from "./move.ts";
import { hasBegunPhases } from "./phases.ts";
import { record } from "./record.ts";
import type { BatchRow } from "./rows.ts";
import { PAUSED } from "./send.ts";
import { cancelRow, letGo } from "./sequences.ts";
import { isOpenStep } from "./statuses.ts";
import { rowsOf } from "./table.ts";
import { wake } from "./wake.ts";

/** A worker that undoing waits for is still asked for. */
const ONLY_FOR_GOING_ON = /^(?:budget|removals|unfilled|waits-for:)/;

export function endEarly(
  d: Draft,
  cause: "init_failed" | "cancelled",
  statusReason: BatchRow["statusReason"],
): void {
  const { status, finalize } = d.batch;
  const isAtWork = status === "active" || hasBegunPhases(d);
  const isFinalizing = cause === "cancelled" && isAtWork && finalize === "waiting";
  const mover = cause === "cancelled" ? "operator" : "engine";
  record(d, `batch.${statusReason}`, { from: status, to: "failed" });
  moveBatch(d, { to: "failed", cause, mover }, { statusReason, endedAt: d.now });
  cancelExecutions(d);
  endPhases(d);
  const someSucceeded = [...rowsOf(d.phases)].some(
    ({ succeeded, lateSucceeded }) => succeeded + lateSucceeded > 0,
  );
  setBatch(d, {
    fence: d.batch.fence + 1,
    lateExecutions: 0,
    outcome: someSucceeded ? "partial" : "none",
    finalize: isFinalizing ? "waiting" : "done",
  });
  if (cause === "cancelled") {
    liftPauses(d);
    closeNotes(d);
  }
  d.agenda.batch = true;
  closeQuestions(d, ONLY_FOR_GOING_ON);
}

function liftPauses(d: Draft): void {
  const paused = [...rowsOf(d.phases)].filter((phase) => phase.paused);
  if (!d.batch.paused && paused.length === 0) return;
  setBatch(d, { paused: false });
  for (const { id } of paused) setPhase(d, id, { paused: false });
  wake(d, PAUSED, null);
}

function cancelExecutions(d: Draft): void {
  for (const row of [...rowsOf(d.executions)]) {
    if (isCompensation(row)) continue;
    if (isOpenStep(row.status)) cancelRow(d, row, "batch_ended");
    else if (row.held) letGo(d, row);
  }
  d.bulk.push({ kind: "cancelOpen", at: d.now, except: [] });
}

function endPhases(d: Draft): void {
  for (const phase of [...rowsOf(d.phases)]) {
    if (phase.status === "pending") {
      const cause = "batch_ended";
      movePhase(d, phase, { to: "skipped", cause }, { skippedFor: cause, completedAt: d.now });
    }
    if (phase.status !== "dispatched") continue;
    movePhase(
      d,
      phase,
      { to: "failed", cause: "batch_ended" },
      {
        outcome: phase.succeeded > 0 ? "partial" : "none",
        completedAt: d.now,
        failed: phase.failed + phase.remaining,
        remaining: 0,
        barrierRemaining: 0,
      },
    );
  }
}
