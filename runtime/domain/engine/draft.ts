/** The working copy of one `decide` call: a world, what the inputs so far have made of it, and
 *  what is to be told to others. Handlers change rows only through the functions here and in
 *  `move.ts`; `seal.ts` turns the difference into a decision.
 *  The agenda names who must be looked at before the next input: handlers note it down instead
 *  of calling each other, and `settle.ts` works it off. */
import type { MemberId, PhaseExecutionId, StepExecutionId } from "../../contract/ids.ts";
import type { Bulk } from "./bulk.ts";
import type { AttentionDraft, EventDraft, Notice, Publication } from "./decision.ts";
import { type ExecutionRow, isCompensation } from "./execution-row.ts";
import type { By } from "./inputs.ts";
import type { BatchRow, MemberRow, PhaseRow, SlotRow } from "./rows.ts";
import { isOpenStep, isTerminalPhase } from "./statuses.ts";
import { addRow, openTable, rowOf, type Table } from "./table.ts";
import type { NextIds, World } from "./world.ts";

export type Draft = {
  readonly world: World;
  readonly now: Date;
  batch: BatchRow;
  readonly phases: Table<PhaseExecutionId, PhaseRow>;
  readonly members: Table<MemberId, MemberRow>;
  readonly executions: Table<StepExecutionId, ExecutionRow>;
  readonly slots: Table<string, SlotRow>;
  /** Executions of each member, in the order of their ids; 0 for those of the batch. */
  readonly ofMember: Map<MemberId | 0, StepExecutionId[]>;
  readonly agenda: {
    readonly members: Set<MemberId | 0>;
    readonly phases: Set<PhaseExecutionId>;
    batch: boolean;
  };
  readonly bulk: Bulk[];
  readonly publish: Publication[];
  readonly events: EventDraft[];
  readonly attention: AttentionDraft[];
  readonly notices: Notice[];
  nextIds: NextIds;
  by: By;
};

export function openDraft(world: World, now: Date): Draft {
  const ofMember = new Map<MemberId | 0, StepExecutionId[]>();
  for (const { id, memberId } of world.executions.values()) list(ofMember, memberId).push(id);
  for (const ids of ofMember.values()) ids.sort((one, other) => one - other);
  return {
    world,
    now,
    batch: world.batch,
    phases: openTable(world.phases),
    members: openTable(world.members),
    executions: openTable(world.executions),
    slots: openTable(world.slots),
    ofMember,
    agenda: { members: new Set(), phases: new Set(), batch: false },
    bulk: [],
    publish: [],
    events: [],
    attention: [],
    notices: [],
    nextIds: world.nextIds,
    by: { actor: "engine", cause: "none" },
  };
}

export const executionsOf = (d: Draft, memberId: MemberId | 0): readonly ExecutionRow[] =>
  (d.ofMember.get(memberId) ?? []).map((id) => rowOf(d.executions, id));

export function setBatch(d: Draft, set: Partial<BatchRow>): void {
  d.batch = { ...d.batch, ...set };
}

export function setPhase(d: Draft, id: PhaseExecutionId, set: Partial<PhaseRow>): PhaseRow {
  const row = { ...rowOf(d.phases, id), ...set };
  d.phases.changed.set(id, row);
  return row;
}

export function setMember(d: Draft, id: MemberId, set: Partial<MemberRow>): MemberRow {
  const row = { ...rowOf(d.members, id), ...set };
  d.members.changed.set(id, row);
  return row;
}

/** Keeps the batch's two counts of open executions in step with the rows (I8's sister). */
export function setExecution(
  d: Draft,
  id: StepExecutionId,
  set: Partial<ExecutionRow>,
): ExecutionRow {
  const before = rowOf(d.executions, id);
  const row = { ...before, ...set };
  d.executions.changed.set(id, row);
  count(d, row, Number(holds(row)) - Number(holds(before)));
  return row;
}

export function addExecution(d: Draft, row: ExecutionRow): void {
  addRow(d.executions, row.id, row);
  list(d.ofMember, row.memberId).push(row.id);
  count(d, row, 1);
}

/** A parent cannot end before this has. */
export const holds = ({ status, held }: ExecutionRow): boolean => held || isOpenStep(status);

function count(d: Draft, row: ExecutionRow, by: number): void {
  if (by === 0) return;
  if (isCompensation(row)) setBatch(d, { compensations: d.batch.compensations + by });
  else if (isLate(d, row)) setBatch(d, { lateExecutions: d.batch.lateExecutions + by });
}

/** An execution of a phase that has already ended. */
const isLate = (d: Draft, { phaseId }: ExecutionRow): boolean =>
  phaseId !== 0 && isTerminalPhase(rowOf(d.phases, phaseId).status);

function list<Key, Item>(lists: Map<Key, Item[]>, key: Key): Item[] {
  const known = lists.get(key);
  if (known !== undefined) return known;
  const fresh: Item[] = [];
  lists.set(key, fresh);
  return fresh;
}
