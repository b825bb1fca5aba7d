/** A batch is called off: its init failed, or an operator cancelled it. No execution that is not
 *  an undoing starts after this (I11, R27); jobs that are out drain; undoing already begun runs
 *  on to its end. */

import { setBatch } from "./change.ts";
import type { Draft } from "./draft.ts";
import { isCompensation } from "./execution-row.ts";
import { moveBatch, movePhase } from "./move.ts";
import { closeAttention, record } from "./record.ts";
import type { BatchRow } from "./rows.ts";
import { cancelRow, letGo } from "./sequences.ts";
import { isOpenStep } from "./statuses.ts";
import { rowsOf } from "./table.ts";

export function endEarly(
  d: Draft,
  cause: "init_failed" | "cancelled",
  statusReason: BatchRow["statusReason"],
): void {
  const mover = cause === "cancelled" ? "operator" : "engine";
  record(d, `batch.${statusReason}`, { from: d.batch.status, to: "failed" });
  moveBatch(d, { to: "failed", cause, mover }, { statusReason, endedAt: d.now });
  cancelExecutions(d);
  endPhases(d);
  const someSucceeded = [...rowsOf(d.phases)].some(({ succeeded }) => succeeded > 0);
  setBatch(d, {
    fence: d.batch.fence + 1,
    lateExecutions: 0,
    outcome: someSucceeded ? "partial" : "none",
    finalize: "done",
  });
  d.agenda.batch = true;
  closeQuestions(d);
}

/** What only mattered for going on; a worker that undoing waits for is still asked for. */
function closeQuestions(d: Draft): void {
  const about = `batch:${d.batch.id}:`;
  for (const subject of d.world.attention.keys()) {
    const rest = subject.startsWith(about) ? subject.slice(about.length) : "";
    if (/^(?:budget|removals|unfilled|waits-for:)/.test(rest)) closeAttention(d, subject);
  }
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
