/** Rows of batches that were touched lately, as objects: what a transaction would read again is
 *  here already. Nobody outside can tell (Law 2):
 *  C1. An entry of a batch is true as long as the batch's revision is the one it was left with;
 *      every transaction on a batch raises it, whoever commits it. So are its members' entries.
 *  C2. It changes with the unit that was written, and only so. A unit that fails drops the batches
 *      it locked, a commit that fails drops everything.
 *  C3. Rows are replaced, never changed: a world that was handed out stays as it was.
 *  C4. It holds so many rows and no more; members that nobody touched for longest leave first. */
import type { BatchId, MemberId, PhaseExecutionId, StepExecutionId } from "../../contract/ids.ts";
import type { ExecutionRow } from "../../domain/engine/execution-row.ts";
import type {
  AttentionRow,
  BatchRow,
  MemberRow,
  PhaseRow,
  SlotRow,
} from "../../domain/engine/rows.ts";

export type BatchEntry = {
  revision: number;
  batch: BatchRow;
  phases: ReadonlyMap<PhaseExecutionId, PhaseRow>;
  slots: ReadonlyMap<string, SlotRow>;
  attention: ReadonlyMap<string, AttentionRow>;
  /** Executions of the batch itself. */
  own: ReadonlyMap<StepExecutionId, ExecutionRow>;
};

export type MemberEntry = {
  readonly of: BatchEntry;
  row: MemberRow;
  /** In the order of their ids. */
  executions: readonly ExecutionRow[];
};

type Batches = {
  /** Under the lock that raised the revision to this. */
  readonly batch: (id: BatchId, revision: number) => BatchEntry | undefined;
  readonly putBatch: (id: BatchId, entry: BatchEntry) => void;
  readonly drop: (ids: Iterable<BatchId>) => void;
};

type Members = {
  readonly member: (of: BatchEntry, id: MemberId) => MemberEntry | undefined;
  /** The member whose execution this is. */
  readonly memberOf: (of: BatchEntry, id: StepExecutionId) => MemberEntry | undefined;
  /** All that are here. */
  readonly membersOf: (of: BatchEntry) => Iterable<MemberEntry>;
  readonly touch: (entry: MemberEntry) => void;
  readonly putMember: (entry: MemberEntry) => void;
  /** New ones. */
  readonly addExecutions: (entry: MemberEntry, rows: readonly ExecutionRow[]) => void;
};

type Bounded = {
  readonly clear: () => void;
  /** Lets go of what is too much. Not while a world is being put together. */
  readonly trim: () => void;
};

export type RowCache = Batches &
  Members &
  Bounded & { readonly size: () => { readonly batches: number; readonly rows: number } };

/** Members and executions: a worker's window of jobs, with all that belongs to its members. */
const CACHED_ROWS_MAX = 60_000;
const CACHED_BATCHES_MAX = 1_000;

/** With no rows at all, every transaction reads everything. */
export function openRowCache(rowsMax: number = CACHED_ROWS_MAX): RowCache {
  const batches = batchEntries(Math.min(CACHED_BATCHES_MAX, rowsMax));
  const members = memberEntries(rowsMax);
  return {
    ...batches,
    ...members,
    clear: () => {
      batches.clear();
      members.clear();
    },
    trim: () => {
      batches.trim();
      members.trim();
    },
    size: () => ({ batches: batches.count(), rows: members.count() }),
  };
}

type Counted = { readonly count: () => number };

const oldest = <Key, Entry>(of: Map<Key, Entry>): readonly [Key, Entry] | undefined =>
  of.entries().next().value;

function batchEntries(most: number): Batches & Bounded & Counted {
  const batches = new Map<BatchId, BatchEntry>();
  return {
    batch: (id, revision) => {
      const entry = batches.get(id);
      if (entry === undefined) return undefined;
      batches.delete(id);
      if (entry.revision !== revision - 1) return undefined;
      batches.set(id, entry);
      return entry;
    },
    putBatch: (id, entry) => void batches.set(id, entry),
    drop: (ids) => {
      for (const id of ids) batches.delete(id);
    },
    clear: () => batches.clear(),
    trim: () => {
      for (let at = oldest(batches); batches.size > most && at; at = oldest(batches)) {
        batches.delete(at[0]);
      }
    },
    count: () => batches.size,
  };
}

/** In the order in which they were touched. Those of a batch that was dropped count until they
 *  leave, and are not found. */
function memberEntries(most: number): Members & Bounded & Counted {
  const members = new Map<MemberId, MemberEntry>();
  const owners = new Map<StepExecutionId, MemberEntry>();
  let rows = 0;
  const forget = (id: MemberId, { executions }: MemberEntry): void => {
    members.delete(id);
    for (const execution of executions) owners.delete(execution.id);
    rows -= 1 + executions.length;
  };
  const own = (of: BatchEntry, entry: MemberEntry | undefined): MemberEntry | undefined =>
    entry?.of === of ? entry : undefined;
  return {
    member: (of, id) => own(of, members.get(id)),
    memberOf: (of, id) => own(of, owners.get(id)),
    membersOf: (of) => [...members.values()].filter((entry) => entry.of === of),
    touch: (entry) => {
      members.delete(entry.row.id);
      members.set(entry.row.id, entry);
    },
    putMember: (entry) => {
      const { id } = entry.row;
      const known = members.get(id);
      if (known !== undefined) forget(id, known);
      members.set(id, entry);
      for (const execution of entry.executions) owners.set(execution.id, entry);
      rows += 1 + entry.executions.length;
    },
    addExecutions: (entry, made) => {
      const first = made[0];
      if (first === undefined) return;
      const last = entry.executions.at(-1);
      const all = [...entry.executions, ...made];
      const isInOrder = last === undefined || last.id < first.id;
      entry.executions = isInOrder ? all : all.sort((one, other) => one.id - other.id);
      for (const { id } of made) owners.set(id, entry);
      rows += made.length;
    },
    clear: () => {
      members.clear();
      owners.clear();
      rows = 0;
    },
    trim: () => {
      for (let at = oldest(members); rows > most && at; at = oldest(members)) forget(...at);
    },
    count: () => rows,
  };
}
