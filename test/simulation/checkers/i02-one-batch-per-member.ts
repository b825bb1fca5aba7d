/** I2: a member is active in at most one live batch of a runbook, and of one key there is at most
 *  one batch. */
import { isLiveBatch } from "../../../runtime/domain/engine/statuses.ts";
import type { Checker } from "../watch/checker.ts";
import type { Commit } from "../watch/commit.ts";

export const oneBatchPerMember: Checker = {
  id: "I2",
  open: (_scene, violate) => {
    const holders = new Map<string, number>();
    const look = ({ rows, batchId }: Commit, key: string, isActive: boolean): void => {
      const name = `${rows.batch.runbookName} ${key}`;
      const holder = holders.get(name);
      const holds = isActive && isLiveBatch(rows.batch.status);
      if (!holds && holder === batchId) holders.delete(name);
      if (!holds) return;
      if (holder !== undefined && holder !== batchId) {
        violate(`${key} is active in batches ${holder} and ${batchId}`);
      }
      holders.set(name, batchId);
    };
    return {
      onCommit: (commit) => {
        const { batch, members, rows } = commit;
        const changed = batch.before?.status !== batch.after.status;
        const meant = changed ? rows.members.values() : members.map(({ after }) => after);
        for (const { key, status } of meant) look(commit, key, status === "active");
      },
      onEnd: ({ liveKeys }) => {
        const seen = new Set<string>();
        for (const key of liveKeys) {
          if (seen.has(key)) violate(`there are two batches of ${key}`);
          seen.add(key);
        }
      },
    };
  },
};
