/** I19: every change of a status is a walk along the arrows of its table. */
import { BATCH_MOVES } from "../../../runtime/domain/batch.ts";
import { MEMBER_MOVES } from "../../../runtime/domain/member.ts";
import type { Moves } from "../../../runtime/domain/moves.ts";
import { PHASE_MOVES } from "../../../runtime/domain/phase.ts";
import { STEP_MOVES } from "../../../runtime/domain/step.ts";
import type { Checker } from "../watch/checker.ts";
import type { Change } from "../watch/commit.ts";

type WithStatus = { readonly status: string };

/** One commit may hold several moves of one row. */
const MOVES_PER_COMMIT = 4;

function reachable(moves: Moves<string, string>): ReadonlySet<string> {
  const walks = new Set<string>();
  for (const from of Object.keys(moves)) {
    let front = new Set([from]);
    for (let steps = 0; steps < MOVES_PER_COMMIT; steps += 1) {
      const next = [...front].flatMap((at) => (moves[at] ?? []).map(({ to }) => to));
      front = new Set([...front, ...next]);
    }
    for (const to of front) walks.add(`${from} ${to}`);
  }
  return walks;
}

const WALKS = {
  batch: reachable(BATCH_MOVES),
  phase: reachable(PHASE_MOVES),
  member: reachable(MEMBER_MOVES),
  step: reachable(STEP_MOVES),
};

export const alongArrows: Checker = {
  id: "I19",
  open: (_scene, violate) => {
    const look = (table: keyof typeof WALKS, { before, after }: Change<WithStatus>): void => {
      if (before === null || before.status === after.status) return;
      const walk = `${before.status} ${after.status}`;
      if (!WALKS[table].has(walk)) violate(`a ${table} went ${walk.replace(" ", " to ")}`);
    };
    return {
      onCommit: ({ batch, phases, members, executions }) => {
        look("batch", batch);
        for (const change of phases) look("phase", change);
        for (const change of members) look("member", change);
        for (const change of executions) look("step", change);
      },
    };
  },
};
