/** The working copy of one `decide` call: a world, what the inputs so far have made of it, and
 *  what is to be told to others. Handlers change rows only through `change.ts` and
 *  `move.ts`; `seal.ts` turns the difference into a decision.
 *  The agenda names who must be looked at before the next input: handlers note it down instead
 *  of calling each other, and `settle.ts` works it off. */
import type { MemberKey } from "../../contract/identifiers.ts";
import type { MemberId, PhaseExecutionId, StepExecutionId } from "../../contract/ids.ts";
import type { Properties } from "../../contract/messages/properties.ts";
import { batchVariables, type Variables } from "../variables.ts";
import type { Bulk } from "./bulk.ts";
import type { AttentionDraft, EventDraft, Notice, Publication } from "./decision.ts";
import type { ExecutionRow } from "./execution-row.ts";
import type { By } from "./inputs.ts";
import type { Own } from "./own-row.ts";
import type { BatchRow, MemberRow, PhaseRow, SlotRow } from "./rows.ts";
import { openTable, rowsOf, type Table } from "./table.ts";
import type { NextIds, World } from "./world.ts";

export type Draft = {
  readonly world: World;
  readonly now: Date;
  readonly batch: Own<BatchRow>;
  readonly phases: Table<PhaseExecutionId, PhaseRow>;
  readonly members: Table<MemberId, MemberRow>;
  readonly executions: Table<StepExecutionId, ExecutionRow>;
  readonly slots: Table<string, SlotRow>;
  /** Executions of members as they are now, in the order of their ids; 0 for those of the batch.
   *  Only `rowsOfMember` and `own-row.ts` look in here. */
  readonly ofMember: Map<MemberId | 0, ExecutionRow[]>;
  /** Made when it is first asked for. */
  memberKeys: Set<MemberKey> | null;
  /** When a job sent now counts as lost, by the seconds it may take. */
  readonly deadlines: Map<number, Date>;
  /** What all messages for one worker have in common. */
  readonly jobProperties: Map<string, Properties>;
  /** The same for every step of the batch. */
  readonly batchVariables: Variables;
  readonly agenda: {
    readonly members: Set<MemberId | 0>;
    readonly phases: Set<PhaseExecutionId>;
    batch: boolean;
  };
  readonly bulk: Bulk[];
  readonly publish: Publication[];
  readonly events: Own<EventDraft>[];
  readonly attention: AttentionDraft[];
  readonly notices: Notice[];
  nextIds: NextIds;
  by: By;
};

export function openDraft(world: World, now: Date): Draft {
  return {
    world,
    now,
    batch: { ...world.batch },
    phases: openTable(world.phases),
    members: openTable(world.members),
    executions: openTable(world.executions),
    slots: openTable(world.slots),
    ofMember: world.executions.ofMember === undefined ? byMember(world.executions) : new Map(),
    memberKeys: null,
    deadlines: new Map(),
    jobProperties: new Map(),
    batchVariables: batchVariables({ id: world.batch.id, start: world.batch.start }),
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

/** Stores show rows in the order of their ids, as a rule. */
function byMember(rows: World["executions"]): Draft["ofMember"] {
  const lists: Draft["ofMember"] = new Map();
  for (const row of rows.values()) {
    const list = listOf(lists, row.memberId);
    const last = list.at(-1);
    list.push(row);
    if (last !== undefined && row.id < last.id) list.sort((one, other) => one.id - other.id);
  }
  return lists;
}

/** As they are now, and as they become: whoever changes rows while looking takes `executionsOf`. */
export function rowsOfMember(
  { ofMember, world: { executions } }: Draft,
  memberId: MemberId | 0,
): ExecutionRow[] {
  const known = ofMember.get(memberId);
  if (known !== undefined) return known;
  const rows = [...(executions.ofMember?.(memberId) ?? [])];
  ofMember.set(memberId, rows);
  return rows;
}

export const memberKeysOf = (d: Draft): Set<MemberKey> => {
  d.memberKeys ??= new Set([...rowsOf(d.members)].map(({ key }) => key));
  return d.memberKeys;
};

export const executionsOf = (d: Draft, memberId: MemberId | 0): readonly ExecutionRow[] =>
  rowsOfMember(d, memberId).slice();

/** The list under a key, made when it is first asked for. */
export function listOf<Key, Item>(lists: Map<Key, Item[]>, key: Key): Item[] {
  const known = lists.get(key);
  if (known !== undefined) return known;
  const fresh: Item[] = [];
  lists.set(key, fresh);
  return fresh;
}
