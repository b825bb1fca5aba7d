/** I28, its other half: whoever reads nothing but the log comes to the statuses of the rows, and
 *  each event begins where the one before it ended. A question to a worker is in the log, too. */
import type { RunbookVersion } from "../../../runtime/contract/ids.ts";
import type { Checker, Scene, Violate } from "../watch/checker.ts";
import type { BatchRows, Commit } from "../watch/commit.ts";
import { emptyReplay, type Replay, statusOf, takeIn } from "../watch/replay.ts";
import { told, wasSent } from "../watch/rows.ts";

type Shown = Pick<Commit, "phases" | "members" | "executions">;

function compare(replay: Replay, rows: BatchRows, shown: Shown, violate: Violate): void {
  const { batch } = rows;
  if (replay.batch !== batch.status) {
    violate(`the log says that batch ${batch.id} is ${replay.batch}, it is ${batch.status}`);
  }
  for (const { after } of shown.phases) {
    const said = replay.phases.get(after.id) ?? "pending";
    if (said !== after.status) {
      violate(`the log says that phase ${after.id} is ${said}, it is ${after.status}`);
    }
  }
  for (const { after } of shown.members) {
    const said = [replay.members.get(after.id), replay.generations.get(after.id)];
    const is = [after.status, after.generation];
    if (said.join() !== is.join()) {
      violate(`the log says that member ${after.id} is ${said}, it is ${is}`);
    }
  }
  for (const { after } of shown.executions) {
    const said = statusOf(replay, after.id);
    if (said !== after.status) violate(`the log says that ${told(after)} is ${said}`);
  }
}

function untoldPoll({ executions, events }: Commit): string | null {
  for (const change of executions) {
    const { before, after } = change;
    const isPoll = before !== null && after.pollCount > before.pollCount && wasSent(change);
    if (!isPoll) continue;
    const isTold = events.some(
      ({ type, executionId, detail }) =>
        type === "step.polled" && executionId === after.id && detail?.["poll"] === after.pollCount,
    );
    if (!isTold) return `nothing tells that ${told(after)} was asked`;
  }
  return null;
}

const everything = ({ phases, members, executions }: BatchRows): Shown => {
  const all = <Row>(rows: Iterable<Row>) => [...rows].map((after) => ({ before: null, after }));
  return {
    phases: all(phases.values()),
    members: all(members.values()),
    executions: all(executions.values()),
  };
};

function open(scene: Scene, violate: Violate) {
  const replays = new Map<number, Replay>();
  const replayOf = (id: number): Replay => {
    const replay = replays.get(id) ?? emptyReplay();
    replays.set(id, replay);
    return replay;
  };
  return {
    onCommit: (commit: Commit): void => {
      const { rows, events, batchId } = commit;
      const replay = replayOf(batchId);
      const hasInit = (version: number): boolean =>
        scene.planOf(rows.batch.runbookName, version as RunbookVersion).init.length > 0;
      for (const event of events) {
        const last = takeIn({ replay, rows, hasInit }, event);
        if (last !== null) violate(`${event.type} says from ${event.from}, the log had ${last}`);
      }
      compare(replay, rows, commit, violate);
      const untold = untoldPoll(commit);
      if (untold !== null) violate(untold);
    },
    onEnd: ({ batches }: { readonly batches: readonly BatchRows[] }): void => {
      for (const rows of batches) compare(replayOf(rows.batch.id), rows, everything(rows), violate);
    },
  };
}

export const logReplays: Checker = { id: "I28", open };
