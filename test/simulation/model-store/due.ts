/** Due rows, in the model, by its own clock. */
import type { PhaseRow } from "../../../runtime/domain/engine/rows.ts";
import type { DueRows } from "../../../runtime/store/due.ts";
import { read } from "./connection.ts";
import type { Connection } from "./database.ts";
import { byText } from "./keys.ts";
import type { BatchRows, Tables } from "./tables.ts";

type Timed<Row> = { readonly at: Date; readonly row: Row };

export const dueOf = (connection: Connection): DueRows => ({
  executions: (most) =>
    read(connection, (tables, now) =>
      first(executions(tables, now), most, (one, other) => one.id - other.id),
    ),
  phases: (most) =>
    read(connection, (tables, now) =>
      first(phases(tables, now), most, (one, other) => one.id - other.id),
    ),
  slots: (most) =>
    read(connection, (tables, now) =>
      first(
        slots(tables, now),
        most,
        (one, other) => one.batchId - other.batchId || byText(one.key, other.key),
      ),
    ),
  next: () => read(connection, (tables, now) => ({ at: earliest(tables), now })),
});

/** The oldest first. */
function first<Row>(
  rows: Timed<Row>[],
  most: number,
  order: (one: Row, other: Row) => number,
): readonly Row[] {
  rows.sort((one, other) => one.at.getTime() - other.at.getTime() || order(one.row, other.row));
  return rows.slice(0, most).map(({ row }) => row);
}

function executions({ batches }: Tables, now: Date) {
  const due: Timed<{ batchId: BatchRows["batch"]["id"]; id: ExecutionId }>[] = [];
  for (const { batch, executions: rows, timed } of batches.values()) {
    for (const id of timed) {
      const at = rows.get(id)?.dueAt ?? null;
      if (at !== null && at <= now) due.push({ at, row: { batchId: batch.id, id } });
    }
  }
  return due;
}

type ExecutionId = BatchRows["timed"] extends Set<infer Id> ? Id : never;

const isOpenable = ({ batch }: BatchRows, { status }: PhaseRow): boolean =>
  batch.status === "active" && status === "pending";

function phases({ batches }: Tables, now: Date) {
  const due: Timed<{ batchId: BatchRows["batch"]["id"]; id: PhaseRow["id"] }>[] = [];
  for (const rows of batches.values()) {
    for (const phase of rows.phases.values()) {
      const { id, batchId, dueAt: at } = phase;
      if (at !== null && at <= now && isOpenable(rows, phase)) {
        due.push({ at, row: { batchId, id } });
      }
    }
  }
  return due;
}

function slots({ batches }: Tables, now: Date) {
  const due: Timed<{ batchId: BatchRows["batch"]["id"]; key: string }>[] = [];
  for (const rows of batches.values()) {
    for (const { key, batchId, dueAt: at } of rows.slots.values()) {
      if (at !== null && at <= now) due.push({ at, row: { batchId, key } });
    }
  }
  return due;
}

function earliest({ batches }: Tables): Date | null {
  let found: Date | null = null;
  const look = (at: Date | null): void => {
    if (at !== null && (found === null || at < found)) found = at;
  };
  for (const rows of batches.values()) {
    for (const id of rows.timed) look(rows.executions.get(id)?.dueAt ?? null);
    for (const { dueAt } of rows.slots.values()) look(dueAt);
    for (const phase of rows.phases.values()) if (isOpenable(rows, phase)) look(phase.dueAt);
  }
  return found;
}
