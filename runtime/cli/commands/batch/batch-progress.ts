/** How far a batch has come: members through phases, each member once for each phase. Pure. */
import type { BatchDetail } from "../../../contract/http/batches.ts";
import type { PhaseExecution } from "../../../contract/http/phases.ts";
import type { Progress } from "../../output/progress-line.ts";

const NOT_RUN: ReadonlySet<string> = new Set(["skipped", "superseded"]);

export function batchProgress({ phases, memberCounts }: BatchDetail): Progress {
  const counted = phases.filter(({ status }) => !NOT_RUN.has(status));
  const doneIn = ({ memberCounts: { through, lost } }: PhaseExecution): number => through + lost;
  // A phase that has not begun will have everybody who is still in; who comes late to one that has
  // ended is not in its total.
  const totals = counted.map((phase) =>
    phase.status === "pending"
      ? memberCounts.active
      : Math.max(phase.memberCounts.total, doneIn(phase)),
  );
  return {
    total: sum(totals),
    done: sum(counted.map(doneIn)),
    failed: memberCounts.failed,
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);

export const hasEnded = ({ status }: BatchDetail): boolean =>
  status === "completed" || status === "failed";

/** Made by hand, begun or not, and nothing of it under way: it moves when somebody advances it. */
export const waitsForAdvance = ({ isManual, isPaused, status, phases }: BatchDetail): boolean =>
  isManual &&
  !isPaused &&
  (status === "detected" || status === "active") &&
  phases.some((phase) => phase.status === "pending") &&
  phases.every((phase) => phase.status !== "dispatched");
