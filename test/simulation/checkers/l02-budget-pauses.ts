/** L2: a batch pauses itself in the commit in which its failure budget is spent, and in no other:
 *  by more failed members than it allows and nobody has accepted, or by too large a share of those
 *  done in a phase, once enough are done there. Who is done in a phase is counted here from its
 *  steps. */
import type { BatchRow, FailureBudget } from "../../../runtime/domain/engine/rows.ts";
import { isLiveBatch } from "../../../runtime/domain/engine/statuses.ts";
import type { Checker, Scene } from "../watch/checker.ts";
import type { Commit } from "../watch/commit.ts";
import { type DoneCounts, doneCounts } from "./l02/done-in-phase.ts";
import { isEnough, isTooLarge, mayPause, mustPause, type Step } from "./l02/share.ts";

const NOBODY = { through: 0, failed: 0 };

type Steps = ReadonlyMap<number, Step>;

const stepsOf = (before: DoneCounts, after: DoneCounts): Steps =>
  new Map([...after].map(([id, now]) => [id, { before: before.get(id) ?? NOBODY, after: now }]));

/** Failures that nobody has accepted, when one more has come. */
const overOf = (before: BatchRow, after: BatchRow): number =>
  after.failedMembers > before.failedMembers ? after.failedMembers - after.failuresAccepted : 0;

/** An order beside the endings: what was spent before it, and what after, cannot be told. */
const ORDERED = new Set(["batch.resumed", "batch.budget", "member.retried", "member.returned"]);

function whyPaused(scene: Scene, { batch }: Commit, budget: FailureBudget, steps: Steps) {
  const over = overOf(batch.before ?? batch.after, batch.after);
  const unaccepted = batch.after.failedMembers - batch.after.failuresAccepted;
  const all = [...steps.values()];
  const isFew = ({ after }: Step) => isTooLarge(budget, after) && !isEnough(budget, after);
  if (over > 0 && all.some(isFew)) scene.reached("share-of-too-few");
  const large = all.find((step) => mustPause(budget, step, unaccepted));
  if (large !== undefined) {
    const isFailure = large.after.failed > large.before.failed;
    scene.reached(isFailure ? "share-spent" : "share-spent-when-enough-were-done");
    return `${large.after.failed} failed and ${large.after.through} came through a phase`;
  }
  if (budget.failedMax === null || over <= budget.failedMax) return null;
  scene.reached("budget-spent");
  return `${over} failed, ${budget.failedMax} allowed`;
}

function isUnfounded({ batch, events }: Commit, budget: FailureBudget, steps: Steps): boolean {
  const paused = events.find(({ type, detail }) => type === "batch.paused" && detail !== null);
  if (paused === undefined) return false;
  const over = overOf(batch.before ?? batch.after, batch.after);
  if (budget.failedMax !== null && over > budget.failedMax) return false;
  const step = steps.get(paused.phaseId ?? 0);
  return step !== undefined && !mayPause(budget, step);
}

export const budgetPauses: Checker = {
  id: "L2",
  open: (scene, violate) => {
    const counts = new Map<number, DoneCounts>();
    return {
      onCommit: (commit) => {
        const { id, budget, paused, status } = commit.batch.after;
        if (budget === null) return void counts.delete(id);
        const known = counts.get(id) ?? null;
        const now = doneCounts(commit.rows, known);
        counts.set(id, now);
        if (known === null || commit.events.some(({ type }) => ORDERED.has(type))) return;
        const steps = stepsOf(known, now);
        const why = whyPaused(scene, commit, budget, steps);
        if (why !== null && !paused && isLiveBatch(status)) violate(`batch ${id} goes on: ${why}`);
        if (isUnfounded(commit, budget, steps)) {
          violate(`batch ${id} paused itself though its budget is not spent`);
        }
      },
    };
  },
};
