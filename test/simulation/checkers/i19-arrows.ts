/** I19: every change of a status is a walk along the arrows of its table, and along one that only a
 *  person may take nobody goes unless a person's order says so, of this very row, in the commit. */
import { BATCH_MOVES } from "../../../runtime/domain/batch.ts";
import { MEMBER_MOVES } from "../../../runtime/domain/member.ts";
import type { Moves } from "../../../runtime/domain/moves.ts";
import { PHASE_MOVES } from "../../../runtime/domain/phase.ts";
import { STEP_MOVES } from "../../../runtime/domain/step.ts";
import type { Checker } from "../watch/checker.ts";
import type { Change, Commit } from "../watch/commit.ts";
import { ADMINS } from "../world/people.ts";

type WithStatus = { readonly status: string };
type Event = Commit["events"][number];

/** One commit may hold several moves of one row. */
const MOVES_PER_COMMIT = 4;

function reachable(moves: Moves<string, string>, isOrdered: boolean): ReadonlySet<string> {
  const arrowsFrom = (at: string) =>
    (moves[at] ?? []).filter(({ operatorOnly }) => isOrdered || !operatorOnly);
  const walks = new Set<string>();
  for (const from of Object.keys(moves)) {
    let front = new Set([from]);
    for (let steps = 0; steps < MOVES_PER_COMMIT; steps += 1) {
      const next = [...front].flatMap((at) => arrowsFrom(at).map(({ to }) => to));
      front = new Set([...front, ...next]);
    }
    for (const to of front) walks.add(`${from} ${to}`);
  }
  return walks;
}

/** All walks, and those that need nobody's order. */
const walksOf = (moves: Moves<string, string>) => ({
  all: reachable(moves, true),
  free: reachable(moves, false),
});

const WALKS = {
  batch: walksOf(BATCH_MOVES),
  phase: walksOf(PHASE_MOVES),
  member: walksOf(MEMBER_MOVES),
  step: walksOf(STEP_MOVES),
};

const people: ReadonlySet<string> = new Set(ADMINS);

export const alongArrows: Checker = {
  id: "I19",
  open: (_scene, violate) => {
    const look = (
      table: keyof typeof WALKS,
      { before, after }: Change<WithStatus>,
      events: readonly Event[],
      isAbout: (event: Event) => boolean,
    ): void => {
      if (before === null || before.status === after.status) return;
      const walk = `${before.status} ${after.status}`;
      const { all, free } = WALKS[table];
      if (free.has(walk)) return;
      const told = `a ${table} went ${walk.replace(" ", " to ")}`;
      if (!all.has(walk)) violate(told);
      else if (!events.some((event) => people.has(event.actor) && isAbout(event)))
        violate(`${told} and nobody had ordered it`);
    };
    return {
      onCommit: ({ batch, phases, members, executions, events }) => {
        look("batch", batch, events, () => true);
        for (const change of phases) look("phase", change, events, () => true);
        for (const change of members) {
          look("member", change, events, ({ memberId }) => memberId === change.after.id);
        }
        for (const change of executions) {
          const { id, memberId } = change.after;
          look("step", change, events, (event) => {
            return event.executionId === id || event.memberId === memberId;
          });
        }
      },
    };
  },
};
