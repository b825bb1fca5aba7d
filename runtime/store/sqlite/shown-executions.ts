/** The executions of a world, as the cache has them: one list for each member shown. To have
 *  them by id would take an entry for every step of every member; the core asks for few of them by
 *  id and goes through the rest member by member. The lists are replaced and never changed, so a
 *  world that was handed out stays as it was. */
import type { MemberId, StepExecutionId } from "../../contract/ids.ts";
import type { ExecutionRow } from "../../domain/engine/execution-row.ts";
import type { ExecutionRows } from "../../domain/engine/world.ts";

type Own = ReadonlyMap<StepExecutionId, ExecutionRow>;

/** `memberOf` is a hint: whose execution it is, if somebody still knows. */
export function shownExecutions(
  own: Own,
  ofMembers: ReadonlyMap<MemberId, readonly ExecutionRow[]>,
  memberOf: (id: StepExecutionId) => MemberId | undefined,
): ExecutionRows {
  let all: Own | null = null;
  const everything = (): Own => {
    if (all !== null) return all;
    const rows = new Map(own);
    for (const list of ofMembers.values()) for (const row of list) rows.set(row.id, row);
    all = rows;
    return rows;
  };
  const get = (id: StepExecutionId): ExecutionRow | undefined => {
    const member = memberOf(id);
    const list = member === undefined ? undefined : ofMembers.get(member);
    return list === undefined ? everything().get(id) : list.find((row) => row.id === id);
  };
  return {
    get,
    has: (id) => get(id) !== undefined,
    get size() {
      return everything().size;
    },
    keys: () => everything().keys(),
    values: () => everything().values(),
    entries: () => everything().entries(),
    forEach: (visit) => everything().forEach(visit),
    [Symbol.iterator]: () => everything()[Symbol.iterator](),
    ofMember: (id) => (id === 0 ? [...own.values()] : (ofMembers.get(id) ?? [])),
  };
}
