/** I5: an answer changes a step only when it is for the attempt and the poll that are out. */

import type { StepExecutionId } from "../../../runtime/contract/ids.ts";
import { parseJobId } from "../../../runtime/contract/job-id.ts";
import type { Checker, Scene, Violate } from "../watch/checker.ts";
import type { Commit } from "../watch/commit.ts";
import { told } from "../watch/rows.ts";

const OF_WORKERS = /^message ((?:step|init|rollback|removal|finalize)-[0-9].*)-delivery-/;
/** What the log says of an answer that changed nothing. */
const IGNORED = new Set(["result.late"]);

function noticeLate(scene: Scene, { rows }: Commit, job: ReturnType<typeof parseJobId>): void {
  const row = job === null ? undefined : rows.executions.get(job.stepExecutionId);
  if (job === null || row === undefined) return;
  if (job.attempt < row.attempt) scene.reached("late-answer-after-retry");
  else if (job.poll < row.pollCount) scene.reached("late-answer-to-poll");
  else scene.reached("late-answer");
}

function look(scene: Scene, commit: Commit, violate: Violate): void {
  for (const event of commit.events) {
    const said = OF_WORKERS.exec(event.cause)?.[1];
    if (said === undefined || event.executionId === 0) continue;
    const job = parseJobId(said);
    if (job !== null && IGNORED.has(event.type)) noticeLate(scene, commit, job);
    const change = commit.executions.find(({ after }) => after.id === event.executionId);
    const before = change?.before;
    if (job === null || before === undefined || before === null) continue;
    if (job.stepExecutionId !== (event.executionId as StepExecutionId)) continue;
    const isCurrent = job.attempt === before.attempt && job.poll === before.pollCount;
    if (!IGNORED.has(event.type) && (!isCurrent || !before.outstanding)) {
      violate(`${event.cause} was applied (${event.type}) to ${told(before)}`);
    }
  }
}

export const onlyCurrentAnswers: Checker = {
  id: "I5",
  open: (scene, violate) => ({ onCommit: (commit) => look(scene, commit, violate) }),
};
