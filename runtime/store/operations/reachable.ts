/** Whether a status may have become another: along the arrows of the domain's tables, and nowhere
 *  else (M-055). A decision may take several arrows at once, so a way of several counts. */
import { BATCH_MOVES } from "../../domain/batch.ts";
import { MEMBER_MOVES } from "../../domain/member.ts";
import type { Moves } from "../../domain/moves.ts";
import { PHASE_MOVES } from "../../domain/phase.ts";
import { STEP_MOVES } from "../../domain/step.ts";

type Ways = ReadonlyMap<string, ReadonlySet<string>>;

function waysOf(moves: Moves<string, string>): Ways {
  const from = (status: string, seen: Set<string>): Set<string> => {
    for (const { to } of moves[status] ?? []) {
      if (seen.has(to)) continue;
      seen.add(to);
      from(to, seen);
    }
    return seen;
  };
  return new Map(Object.keys(moves).map((status) => [status, from(status, new Set())]));
}

const WAYS: Readonly<Record<string, Ways>> = {
  batches: waysOf(BATCH_MOVES),
  phases: waysOf(PHASE_MOVES),
  members: waysOf(MEMBER_MOVES),
  executions: waysOf(STEP_MOVES),
};

/** Throws: no decision of the core asks for such a change. */
export function assertReachable(table: string, from: unknown, to: unknown): void {
  if (WAYS[table]?.get(String(from))?.has(String(to))) return;
  throw new Error(`no way leads ${table} from ${String(from)} to ${String(to)}`);
}
