/** I3: at most one execution for each phase, member, generation and step, and one phase for each
 *  name and version. */
import type { Checker } from "../watch/checker.ts";

export const oneRowPerStep: Checker = {
  id: "I3",
  open: (_scene, violate) => {
    const keys = new Set<string>();
    const take = (key: string): void => {
      if (keys.has(key)) violate(`made twice: ${key}`);
      keys.add(key);
    };
    return {
      onCommit: ({ executions, phases }) => {
        for (const { before, after } of executions) {
          if (before !== null) continue;
          const { batchId, kind, phaseId, undoesId, memberId, generation } = after;
          const of = [batchId, kind, phaseId, undoesId, memberId, generation];
          take(`${of.join("/")}/${after.version}/${after.stepIndex}`);
        }
        for (const { before, after } of phases) {
          if (before === null) take(`${after.batchId}/phase/${after.name}/${after.version}`);
        }
      },
    };
  },
};
