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
import { type Accepted, acceptedAfter, type Members, NONE } from "./l02/accepted.ts";
import { type DoneByPhase, type DoneIn, doneByPhase } from "./l02/done-in-phase.ts";
import { isEnough, isTooLarge, mayPause, mustPause, type Step } from "./l02/share.ts";

const NOBODY: DoneIn = { through: 0, failed: new Set() };

/** What is known of a batch: as it was seen last, and whose failures were accepted in it. */
type Memory = {
  readonly done: DoneByPhase;
  readonly failed: Members;
  readonly accepted: Accepted;
};

const AGAIN: ReadonlySet<string> = new Set(["member.retried", "member.returned"]);

/** An order beside the endings: what was spent before it, and what after, cannot be told. */
const ORDERED: ReadonlySet<string> = new Set(["batch.resumed", "batch.budget", ...AGAIN]);

function remember({ batch, rows, events }: Commit, known: Memory | null): Memory {
  const isResumed = events.some(({ type, phaseId }) => type === "batch.resumed" && phaseId === 0);
  const again = new Set(
    events.flatMap(({ type, memberId }) => (AGAIN.has(type) && memberId !== 0 ? memberId : [])),
  );
  const failed = new Set(
    [...rows.members.values()].flatMap(({ id, status }) => (status === "failed" ? id : [])),
  );
  const turn = { before: known?.failed ?? failed, after: failed, isResumed, again };
  return {
    // Reading them takes long, and without a budget only what is accepted will matter.
    done: batch.after.budget === null ? new Map() : doneByPhase(rows),
    failed,
    accepted: acceptedAfter(known?.accepted ?? NONE, turn),
  };
}

const without = (failed: Members, accepted: Members): number =>
  [...failed].filter((id) => !accepted.has(id)).length;

/** Both sides of a commit without whose failure is accepted: as few of them, or as many, as may
 *  be. */
function stepsOf(known: Memory, now: Memory, bound: keyof Accepted): ReadonlyMap<number, Step> {
  const accepted = now.accepted[bound];
  const counted = ({ through, failed }: DoneIn) => ({ through, failed: without(failed, accepted) });
  return new Map(
    [...now.done].map(([id, after]) => {
      const before = known.done.get(id) ?? NOBODY;
      return [id, { before: counted(before), after: counted(after) }];
    }),
  );
}

/** Failures that nobody has accepted, when one more has come. */
const overOf = (known: Memory, now: Memory, bound: keyof Accepted): number =>
  now.failed.size > known.failed.size ? without(now.failed, now.accepted[bound]) : 0;

function whyPaused(scene: Scene, budget: FailureBudget, known: Memory, now: Memory) {
  const over = overOf(known, now, "most");
  const unaccepted = without(now.failed, now.accepted.most);
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
  const unaccepted = without(now.failed, now.accepted.most);
  const isTooMany = budget.failedMax !== null && unaccepted > budget.failedMax;
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
