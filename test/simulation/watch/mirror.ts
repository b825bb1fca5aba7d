/** The committed rows of every batch, kept beside the store from what was committed to it. Each
 *  commit answers with what it changed, so that checkers need not look at everything; what the
 *  store later shows must be what is here, or it lost or invented something. */
import type { BatchId, StepExecutionId } from "../../../runtime/contract/ids.ts";
import { applyBulk } from "../../../runtime/domain/engine/apply-bulk.ts";
import type { ExecutionRow } from "../../../runtime/domain/engine/execution-row.ts";
import type { World } from "../../../runtime/domain/engine/world.ts";
import type { TableName } from "../../../runtime/domain/engine/writes.ts";
import type { WorldRows } from "../../../runtime/store/loaded.ts";
import type { BatchWrites } from "../../../runtime/store/unit.ts";
import type { BatchRows, Change, Commit } from "./commit.ts";

export type Changed = Pick<Commit, "batch" | "phases" | "members" | "executions" | "slots">;

export type Mirror = {
  readonly of: (id: BatchId) => BatchRows | undefined;
  readonly all: () => Iterable<BatchRows>;
  /** Knows a batch from the first time it is shown. */
  readonly shown: (rows: WorldRows) => BatchRows;
  readonly commit: (writes: BatchWrites) => Changed;
};

type Rows = Map<number | string, object>;
type Touched = Map<
  string,
  { readonly table: TableName; readonly id: number | string; before: object | null }
>;

export function mirror(): Mirror {
  const batches = new Map<BatchId, BatchRows>();
  const known = (id: BatchId): BatchRows => {
    const rows = batches.get(id);
    if (rows === undefined) throw new Error(`batch ${id} was written and never shown`);
    return rows;
  };
  return {
    of: (id) => batches.get(id),
    all: () => batches.values(),
    shown: (rows) => {
      const { id } = rows.batch;
      const mine = batches.get(id) ?? copyOf(rows);
      batches.set(id, mine);
      return mine;
    },
    commit: ({ batchId, decision }) => write(known(batchId), decision),
  };
}

function copyOf({ batch, phases, members, executions, slots, attention }: WorldRows): BatchRows {
  const rows: BatchRows = {
    batch,
    phases: new Map(phases),
    members: new Map(members),
    executions: new Map(),
    slots: new Map(slots),
    attention: new Map(attention),
    ofMember: new Map(),
  };
  for (const row of executions.values()) addExecution(rows, row);
  return rows;
}

function addExecution(rows: BatchRows, row: ExecutionRow): void {
  rows.executions.set(row.id, row);
  const ids = rows.ofMember.get(row.memberId);
  if (ids === undefined) rows.ofMember.set(row.memberId, [row.id]);
  else ids.push(row.id);
}

function write(rows: BatchRows, decision: BatchWrites["decision"]): Changed {
  const touched: Touched = new Map();
  const tableOf = (table: TableName): Rows =>
    (table === "batches" ? new Map([[rows.batch.id, rows.batch]]) : rows[table]) as Rows;
  const put = (table: TableName, id: number | string, after: object): void => {
    const before = tableOf(table).get(id) ?? null;
    const key = `${table} ${id}`;
    if (!touched.has(key)) touched.set(key, { table, id, before });
    if (table === "batches") rows.batch = after as BatchRows["batch"];
    else if (table === "executions" && before === null) addExecution(rows, after as ExecutionRow);
    else tableOf(table).set(id, after);
  };
  for (const { table, row } of decision.inserts)
    put(table, "key" in row && table === "slots" ? row.key : Reflect.get(row, "id"), row);
  for (const { table, id, set } of decision.patches)
    put(table, id, { ...tableOf(table).get(id), ...set });
  for (const { table, id, add } of decision.counters) {
    const row = tableOf(table).get(id) ?? {};
    const sums = Object.entries(add).map(([column, by]) => [column, Reflect.get(row, column) + by]);
    put(table, id, { ...row, ...Object.fromEntries(sums) });
  }
  for (const move of decision.bulk) inBulk(rows, move, put);
  for (const draft of decision.attention) {
    if (draft.kind === "close") rows.attention.delete(draft.subject);
    else if (!rows.attention.has(draft.subject)) rows.attention.set(draft.subject, draft);
  }
  return changedOf(rows, touched);
}

/** The domain's own meaning of a bulk move; only what it changed is taken over. */
function inBulk(
  rows: BatchRows,
  move: BatchWrites["decision"]["bulk"][number],
  put: (table: TableName, id: number | string, after: object) => void,
): void {
  const next = applyBulk(rows as unknown as World, move);
  for (const [id, row] of next.executions) {
    if (rows.executions.get(id) !== row) put("executions", id, row);
  }
  for (const subject of [...rows.attention.keys()]) {
    if (!next.attention.has(subject)) rows.attention.delete(subject);
  }
}

function changedOf(rows: BatchRows, touched: Touched): Changed {
  const of = <Row>(table: TableName): Change<Row>[] => {
    const found: Change<Row>[] = [];
    for (const each of touched.values()) {
      if (each.table !== table) continue;
      const after = (table === "batches" ? rows.batch : (rows[table] as Rows).get(each.id)) as Row;
      found.push({ before: each.before as Row | null, after });
    }
    return found;
  };
  return {
    batch: of<BatchRows["batch"]>("batches")[0] ?? { before: rows.batch, after: rows.batch },
    phases: of("phases"),
    members: of("members"),
    executions: of("executions"),
    slots: of("slots"),
  };
}

/** Which execution of what was loaded is not as it was committed; null when all are. */
export function staleRow(mine: BatchRows, shown: WorldRows): string | null {
  const { batch } = mine;
  if (shown.batch.status !== batch.status || shown.batch.eventSeq !== batch.eventSeq) {
    return `batch ${batch.id}`;
  }
  for (const [id, row] of shown.executions) {
    const own = mine.executions.get(id as StepExecutionId);
    const isSame =
      own?.status === row.status &&
      own.attempt === row.attempt &&
      own.pollCount === row.pollCount &&
      own.outstanding === row.outstanding;
    if (!isSame) return `execution ${id}`;
  }
  for (const [id, phase] of shown.phases) {
    const own = mine.phases.get(id);
    if (own?.status !== phase.status || own.remaining !== phase.remaining) return `phase ${id}`;
  }
  return null;
}
