/** Reads what a transaction asked for, as one statement: batches with their phases, slots and open
 *  attention, and of members and executions those that `needs` names, with their neighbours. */
import type { BatchId, MemberId } from "../../../runtime/contract/ids.ts";
import type { ExecutionRow } from "../../../runtime/domain/engine/execution-row.ts";
import type { Need } from "../../../runtime/domain/engine/needs.ts";
import type { AttentionRow } from "../../../runtime/domain/engine/rows.ts";
import type { Loaded, WorldRows } from "../../../runtime/store/loaded.ts";
import { nextId } from "./counters.ts";
import { byText } from "./keys.ts";
import type { BatchRows, Tables } from "./tables.ts";

export function loadWorlds(
  tables: Tables,
  needs: ReadonlyMap<BatchId, Need>,
  ids: readonly BatchId[],
  now: Date,
): Loaded {
  const batches = new Map<BatchId, WorldRows>();
  for (const id of ids) {
    const rows = tables.batches.get(id);
    if (rows !== undefined) batches.set(id, worldOf(tables, rows, needs.get(id)));
  }
  const nextIds = {
    execution: nextId(tables, "execution"),
    member: nextId(tables, "member"),
    phase: nextId(tables, "phase"),
  };
  return { now, batches, nextIds };
}

function worldOf(tables: Tables, rows: BatchRows, need: Need | undefined): WorldRows {
  const { batch } = rows;
  const { id, runbookName, fence, eventSeq } = batch;
  const wanted = [...memberIds(rows, need)].sort((one, other) => one - other);
  const members = wanted.flatMap((each) => rows.members.get(each as MemberId) ?? []);
  const executions = wanted.flatMap((each) => executionsOf(rows, each as MemberId | 0));
  const slots = [...rows.slots.entries()].sort(([one], [other]) => byText(one, other));
  return {
    lock: { id, runbookName, revision: rows.revision + 1, fence, eventSeq },
    batch,
    phases: new Map(rows.phases),
    slots: new Map(slots),
    attention: new Map(openOf(tables, id).map((row) => [row.subject, row])),
    members: new Map(members.map((row) => [row.id, row])),
    executions: new Map(executions.map((row) => [row.id, row])),
  };
}

const openOf = ({ attention }: Tables, batchId: BatchId): readonly AttentionRow[] =>
  [...attention.values()]
    .filter((row) => row.batchId === batchId)
    .sort((one, other) => one.id - other.id)
    .map(({ id: _, ...row }) => row);

/** In the order of the index by which SQL finds them. */
const executionsOf = (rows: BatchRows, memberId: MemberId | 0): readonly ExecutionRow[] =>
  [...(rows.ofMember.get(memberId) ?? [])]
    .flatMap((id) => rows.executions.get(id) ?? [])
    .sort((one, other) => one.phaseId - other.phaseId || one.stepIndex - other.stepIndex);

/** 0 is always among them: the executions of the batch itself. */
function memberIds(rows: BatchRows, need: Need | undefined): ReadonlySet<number> {
  const ids = new Set<number>([0, ...(need?.members ?? [])]);
  if (need === undefined) return ids;
  for (const id of need.executions) {
    const row = rows.executions.get(id);
    if (row !== undefined) ids.add(row.memberId);
  }
  for (const key of need.memberKeys) {
    const id = rows.memberOfKey.get(key);
    if (id !== undefined) ids.add(id);
  }
  for (const { waitingFor, most } of need.parked) {
    const parked = [...rows.executions.values()].filter((row) => row.waitingFor === waitingFor);
    parked.sort((one, other) => one.id - other.id);
    for (const { memberId } of parked.slice(0, most)) ids.add(memberId);
  }
  return ids;
}
