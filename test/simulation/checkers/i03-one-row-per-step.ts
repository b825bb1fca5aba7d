/** I3: at most one execution for each phase, member, generation and step, and one phase for each
 *  name and version; who joins late is given each phase once, under its latest version. */
import type { Checker } from "../watch/checker.ts";
import type { Commit } from "../watch/commit.ts";

/** Phases that had begun and that somebody who joins now gets under two versions (R41). */
function twiceCaughtUp({ executions, phases, members, rows }: Commit): readonly string[] {
  const joined = new Set(
    members.flatMap(({ before, after }) =>
      before === null || after.generation > before.generation ? [after.id] : [],
    ),
  );
  if (joined.size === 0) return [];
  const touched = new Set(phases.flatMap((each) => (begins(each) ? [each.after.id] : [])));
  const seen = new Map<string, number>();
  return executions.flatMap(({ before, after: { memberId, phaseId } }) => {
    if (before !== null || memberId === 0 || phaseId === 0) return [];
    if (!joined.has(memberId) || touched.has(phaseId)) return [];
    const name = `${memberId}/${rows.phases.get(phaseId)?.name}`;
    const other = seen.get(name) ?? phaseId;
    seen.set(name, phaseId);
    return other === phaseId ? [] : [name];
  });
}

const begins = ({ before, after }: Commit["phases"][number]): boolean =>
  before?.status !== after.status;

export const oneRowPerStep: Checker = {
  id: "I3",
  open: (_scene, violate) => {
    const keys = new Set<string>();
    const take = (key: string): void => {
      if (keys.has(key)) violate(`made twice: ${key}`);
      keys.add(key);
    };
    return {
      onCommit: (commit) => {
        const { executions, phases } = commit;
        for (const { before, after } of executions) {
          if (before !== null) continue;
          const { batchId, kind, phaseId, undoesId, memberId, generation } = after;
          const of = [batchId, kind, phaseId, undoesId, memberId, generation];
          take(`${of.join("/")}/${after.version}/${after.stepIndex}`);
        }
        for (const name of twiceCaughtUp(commit)) violate(`a late member has ${name} twice`);
        for (const { before, after } of phases) {
          if (before === null) take(`${after.batchId}/phase/${after.name}/${after.version}`);
        }
      },
    };
  },
};
