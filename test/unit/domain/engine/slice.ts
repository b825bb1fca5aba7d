/** What a loader shows the core of a batch that is wholly in memory: exactly what was asked for,
 *  with the neighbours that `needs` promises. */
import type { MemberId, StepExecutionId } from "../../../../runtime/contract/ids.ts";
import type { ExecutionRow } from "../../../../runtime/domain/engine/execution-row.ts";
import type { Need } from "../../../../runtime/domain/engine/needs.ts";
import type { World } from "../../../../runtime/domain/engine/world.ts";

export function slice(world: World, need: Need): World {
  const rows = [...world.executions.values()];
  const parked = need.parked.flatMap(({ waitingFor, most }) =>
    rows
      .filter((row) => row.waitingFor === waitingFor)
      .sort((one, other) => one.id - other.id)
      .slice(0, most),
  );
  const named = [...need.executions].flatMap((id) => world.executions.get(id) ?? []);
  const memberIds = new Set<MemberId | 0>([
    0,
    ...need.members,
    ...[...named, ...parked].map((row) => row.memberId),
    ...[...world.members.values()].flatMap(({ id, key }) => (need.memberKeys.has(key) ? [id] : [])),
  ]);
  return {
    ...world,
    members: new Map([...world.members].filter(([id]) => memberIds.has(id))),
    executions: new Map(
      [...world.executions].filter(([, row]) => memberIds.has(row.memberId)),
    ) satisfies Map<StepExecutionId, ExecutionRow>,
  };
}
