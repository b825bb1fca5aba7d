/** L2: a batch pauses itself in the commit in which its failure budget is spent, and in no other:
 *  by more failed members than it allows and nobody has accepted, or by too large a share of those
 *  done in a phase, once enough are done there; also when it is given a budget that is spent. When
 *  somebody had paused it before, a person is asked all the same. Who is done in a phase is counted
 *  here from its steps, and so is what a person has accepted. */
import type { PhaseExecutionId } from "../../../runtime/contract/ids.ts";
import type { FailureBudget } from "../../../runtime/domain/engine/rows.ts";
import { isLiveBatch } from "../../../runtime/domain/engine/statuses.ts";
import type { Checker, Scene } from "../watch/checker.ts";
import type { Commit } from "../watch/commit.ts";
import { type Accepted, acceptedAfter, NONE } from "./l02/accepted.ts";
import { type DoneCounts, type DoneIn, doneCounts } from "./l02/done-in-phase.ts";
import { isEnough, isTooLarge, mayPause, mustPause, type Step } from "./l02/share.ts";

const NOBODY: DoneIn = { through: 0, failed: 0 };

/** What is known of a batch: as counted last, and what was accepted in it. */
type Memory = {
  readonly counts: DoneCounts;
  readonly failed: number;
  readonly inBatch: Accepted;
  readonly inPhases: ReadonlyMap<PhaseExecutionId, Accepted>;
};

const AGAIN: ReadonlySet<string> = new Set(["member.retried", "member.returned"]);

/** An order beside the endings: what was spent before it, and what after, cannot be told. */
const ORDERED: ReadonlySet<string> = new Set(["batch.resumed", "batch.budget", ...AGAIN]);

function remember({ batch, rows, events }: Commit, known: Memory | null): Memory {
  const isResumed = events.some(({ type, phaseId }) => type === "batch.resumed" && phaseId === 0);
  // Counting takes long, and without a budget only what is accepted will matter.
  const counts =
    batch.after.budget === null && !isResumed
      ? new Map<PhaseExecutionId, DoneIn>()
      : doneCounts(rows);
  const again = events.filter(({ type }) => AGAIN.has(type)).length;
  const failed = batch.after.failedMembers;
  const before = known?.failed ?? failed;
  const turn = { before, after: failed, isResumed, again };
  const inPhases = [...counts].map(([id, now]): [PhaseExecutionId, Accepted] => {
    const was = known?.counts.get(id)?.failed ?? now.failed;
    const ofPhase = { before: was, after: now.failed, isResumed, again };
    return [id, acceptedAfter(known?.inPhases.get(id) ?? NONE, ofPhase)];
  });
  const inBatch = acceptedAfter(known?.inBatch ?? NONE, turn);
  return { counts, failed, inBatch, inPhases: new Map([...(known?.inPhases ?? []), ...inPhases]) };
}

/** Both sides of a commit without what was accepted: as little of it, or as much, as may be. */
function stepsOf(known: Memory, now: Memory, bound: keyof Accepted): ReadonlyMap<number, Step> {
  const without = (done: DoneIn, id: PhaseExecutionId) => ({
    through: done.through,
    failed: Math.max(0, done.failed - (now.inPhases.get(id) ?? NONE)[bound]),
  });
  return new Map(
    [...now.counts].map(([id, after]) => {
      const before = known.counts.get(id) ?? NOBODY;
      return [id, { before: without(before, id), after: without(after, id) }];
    }),
  );
}

/** Failures that nobody has accepted, when one more has come. */
const overOf = (known: Memory, now: Memory, bound: keyof Accepted): number =>
  now.failed > known.failed ? now.failed - now.inBatch[bound] : 0;

function whyPaused(scene: Scene, budget: FailureBudget, known: Memory, now: Memory) {
  const over = overOf(known, now, "most");
  const unaccepted = now.failed - now.inBatch.most;
  const all = [...stepsOf(known, now, "most").values()];
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

function isUnfounded(commit: Commit, budget: FailureBudget, known: Memory, now: Memory): boolean {
  const paused = commit.events.find(
    ({ type, detail }) => type === "batch.paused" && detail !== null,
  );
  if (paused === undefined) return false;
  if (budget.failedMax !== null && overOf(known, now, "least") > budget.failedMax) return false;
  const step = stepsOf(known, now, "least").get(paused.phaseId ?? 0);
  return step !== undefined && !mayPause(budget, step);
}

/** The budget was set in this commit, and nothing else happened that counts. */
function isSpentWhenSet({ events, rows }: Commit, budget: FailureBudget, now: Memory): boolean {
  const orders = events.filter(({ type }) => ORDERED.has(type));
  if (orders.some(({ type }) => type !== "batch.budget") || orders.length === 0) return false;
  const isTooMany = budget.failedMax !== null && now.failed - now.inBatch.most > budget.failedMax;
  const phases = [...stepsOf(now, now, "most")].some(([id, { after }]) => {
    const isUnderWay = rows.phases.get(id as PhaseExecutionId)?.status === "dispatched";
    return isUnderWay && isTooLarge(budget, after) && isEnough(budget, after);
  });
  return isTooMany || phases;
}

export const budgetPauses: Checker = {
  id: "L2",
  open: (scene, violate) => {
    const memories = new Map<number, Memory>();
    return {
      onCommit: (commit) => {
        const { id, budget, paused, status } = commit.batch.after;
        const known = memories.get(id) ?? null;
        const now = remember(commit, known);
        memories.set(id, now);
        if (budget === null || known === null) return;
        const isAsked = commit.rows.attention.has(`batch:${id}:budget`);
        const mayGoOn = (paused && isAsked) || !isLiveBatch(status);
        if (isSpentWhenSet(commit, budget, now)) {
          scene.reached("budget-spent-when-set");
          if (!mayGoOn) violate(`batch ${id} goes on under a budget that was spent when set`);
        }
        if (commit.events.some(({ type }) => ORDERED.has(type))) return;
        const why = whyPaused(scene, budget, known, now);
        if (why !== null && !mayGoOn) violate(`batch ${id} goes on: ${why}`);
        if (isUnfounded(commit, budget, known, now)) {
          violate(`batch ${id} paused itself though its budget is not spent`);
        }
      },
    };
  },
};
