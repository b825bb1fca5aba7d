/** I27: a batch is completed when somebody came through, or when there was nobody; what it says of
 *  its outcome agrees with its phases. */
import { isLiveBatch } from "../../../runtime/domain/engine/statuses.ts";
import type { Checker } from "../watch/checker.ts";
import type { BatchRows } from "../watch/commit.ts";
import { doneIn } from "./l02/done-in-phase.ts";

type End = { readonly status: string; readonly outcome: string };

/** What the phases that were begun say together. Who came late through a phase in which nobody had
 *  been in time makes it one that was passed by some; who failed there makes it a failed one. Where
 *  somebody is failed, not all came through. */
function endOf(rows: BatchRows): End {
  const { batch, phases, members } = rows;
  const begun = [...phases.values()].filter(
    ({ status }) => status === "completed" || status === "failed",
  );
  if (batch.statusReason !== null) {
    const isSome = begun.some(({ succeeded, lateSucceeded }) => succeeded + lateSucceeded > 0);
    return { status: "failed", outcome: isSome ? "partial" : "none" };
  }
  let isWhole = ![...members.values()].some(({ status }) => status === "failed");
  const ends = { passed: 0, failed: 0, partly: 0 };
  for (const { id, status, outcome, lateSucceeded } of begun) {
    const isLate = lateSucceeded > 0 && (status === "failed" || outcome === "none");
    const isLost = outcome === "none" && doneIn(rows, id).failed.size > 0;
    const hasFailed = (status === "failed" || isLost) && !isLate;
    if (hasFailed) ends.failed += 1;
    if (hasFailed && outcome === "partial") ends.partly += 1;
    if (isLate || (!hasFailed && outcome !== "none")) ends.passed += 1;
    if (isLate || hasFailed || outcome === "partial") isWhole = false;
  }
  if (ends.passed > 0) return { status: "completed", outcome: isWhole ? "all" : "partial" };
  if (ends.failed === 0) return { status: "completed", outcome: "none" };
  return { status: "failed", outcome: ends.partly > 0 ? "partial" : "none" };
}

export const honestEnds: Checker = {
  id: "I27",
  open: (scene, violate) => ({
    onCommit: ({ batch: { before, after }, rows }) => {
      if (before === null || before.status === after.status) return;
      const { id, status, outcome } = after;
      if (status === "completed") {
        scene.reached(outcome === "none" ? "batch-completed-empty" : "batch-completed");
      }
      if (!isLiveBatch(status)) {
        const end = endOf(rows);
        if (end.status !== status || end.outcome !== outcome) {
          violate(
            `batch ${id} is ${status} (${outcome}), ${end.status} (${end.outcome}) by its phases`,
          );
        }
      }
      if (status === "failed") scene.reached(`batch-failed-${after.statusReason ?? "phases"}`);
    },
  }),
};
