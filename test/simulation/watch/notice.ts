/** Notices situations that no single invariant is about: what happened between two seams, which
 *  causes moved a row, who did what twice. It never finds fault. */
import type { Checker, Scene, Watcher } from "./checker.ts";
import type { Commit } from "./commit.ts";

const PARKED = {
  paused: "parked-while-paused",
  barrier: "waited-at-barrier",
  member: "poll-waited-for-member",
};

function noticeRows(scene: Scene, { executions, members, phases, rows }: Commit): void {
  for (const { before, after } of executions) {
    const { waitingFor } = after;
    if (waitingFor !== null && waitingFor !== before?.waitingFor) {
      const known = Reflect.get(PARKED, waitingFor);
      const isLimit = /^(?:worker|function):/.test(waitingFor);
      scene.reached(known ?? (isLimit ? "parked-for-limit" : "parked-unregistered"));
    }
    if (before?.waitingFor && waitingFor === null) scene.reached("woken");
    if (after.held && !before?.held) scene.reached("held-for-a-person");
    if (before?.held && !after.held) scene.reached("hold-ended");
    if (after.status === before?.status) continue;
    scene.reached(`${after.kind}-${after.status}`);
    if (after.error?.kind === "lost" && after.status !== "succeeded") scene.reached("attempt-lost");
  }
  for (const { before, after } of members) {
    if (after.waitsFor !== null && before?.waitsFor !== after.waitsFor)
      scene.reached("member-waits");
    if (before !== null && after.generation > before.generation) scene.reached("new-generation");
  }
  for (const { before, after } of phases) {
    if (before !== null && before.status !== after.status) scene.reached(`phase-${after.status}`);
    if (before !== null && after.lateMembers > before.lateMembers) scene.reached("late-member");
  }
  if (rows.batch.activeMembers === 0 && rows.batch.memberCount > 0) scene.reached("batch-emptied");
}

/** Who touched a batch last, and whether somebody else did shortly before. */
const CLOSE_MS = 500;

export const notice: Checker = {
  id: "notice",
  open: (scene): Watcher => {
    const unsent = new Map<string, Set<string>>();
    const published = new Set<string>();
    const last = new Map<number, { readonly host: string; readonly at: number }>();
    return {
      onUnit: ({ publish, settle, batches }, host) => {
        if (batches > 1) scene.reached("several-batches-in-one-commit");
        if (settle.length > 1) scene.reached("several-messages-in-one-commit");
        unsent.set(host, new Set(publish.map(({ envelope }) => envelope.messageId)));
      },
      onCommit: (commit) => {
        const { batchId, host, at, events } = commit;
        const before = last.get(batchId);
        const isClose = before !== undefined && at.getTime() - before.at < CLOSE_MS;
        if (isClose && before.host !== host) scene.reached("two-hosts-on-one-batch");
        last.set(batchId, { host, at: at.getTime() });
        for (const { type } of events) scene.reached(type);
        noticeRows(scene, commit);
      },
      onPublish: (host, topic, messages) => {
        const waiting = unsent.get(host);
        for (const { messageId } of messages) {
          waiting?.delete(messageId);
          if (topic === "worker-jobs" && published.has(messageId))
            scene.reached("job-published-again");
          published.add(messageId);
        }
        if (host.startsWith("relay")) scene.reached("published-by-relay");
      },
      onCrash: (host) => {
        if ((unsent.get(host)?.size ?? 0) > 0) scene.reached("crash-between-commit-and-publish");
        unsent.delete(host);
      },
    };
  },
};
