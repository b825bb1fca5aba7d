/** I36: only the store's clock decides. Every time that a decision writes is the time its
 *  transaction saw, however wrong the clocks of the hosts are. */
import type { ExecutionRow } from "../../../runtime/domain/engine/execution-row.ts";
import type { Checker } from "../watch/checker.ts";
import { told } from "../watch/rows.ts";

const WRITTEN = ["dispatchedAt", "completedAt", "pollStartedAt", "lastPolledAt"] as const;

function wrongTime(before: ExecutionRow | null, after: ExecutionRow, now: number): string | null {
  for (const column of WRITTEN) {
    const time = after[column]?.getTime() ?? null;
    const isNew = time !== null && time !== (before?.[column]?.getTime() ?? null);
    if (isNew && time !== now) return column;
  }
  return null;
}

export const onlyTheStoresClock: Checker = {
  id: "I36",
  open: (_scene, violate) => ({
    onCommit: ({ executions, phases, attention, at }) => {
      const now = at.getTime();
      for (const { before, after } of executions) {
        const column = wrongTime(before, after, now);
        if (column !== null) violate(`${told(after)} has another ${column} than its commit`);
      }
      for (const { before, after } of phases) {
        const time = after.dispatchedAt?.getTime();
        const isNew = time !== undefined && time !== before?.dispatchedAt?.getTime();
        if (isNew && time !== now) violate(`phase ${after.id} began at a time of its own`);
      }
      for (const draft of attention) {
        if (draft.kind === "open" && draft.openedAt.getTime() !== now) {
          violate(`${draft.subject} was opened at a time of its own`);
        }
      }
    },
  }),
};
