/** The rows a decision makes, as calls: one statement for each table. */
import type { Insert } from "../../../domain/engine/writes.ts";
import type { Cell } from "../columns.ts";
import { cellsOf, columnNames } from "../row-codec.ts";
import { PLACES } from "../tables.ts";
import type { Call } from "./call.ts";
import { MEMBER_EXTRAS, memberExtras } from "./derived-cells.ts";
import { insertRows } from "./insert-rows.ts";

const insertOf = (table: "phases" | "members" | "executions" | "slots") =>
  insertRows(PLACES[table].table, [
    ...columnNames(table),
    ...(table === "members" ? MEMBER_EXTRAS : []),
  ]);

export const INSERTS = {
  phases: insertOf("phases"),
  members: insertOf("members"),
  executions: insertOf("executions"),
  slots: insertOf("slots"),
} as const;

export function insertCalls(
  inserts: readonly Insert[],
  runbookName: string,
  now: string,
): readonly Call[] {
  const rows = { phases: [], members: [], executions: [], slots: [] } as {
    readonly [Name in keyof typeof INSERTS]: Cell[][];
  };
  for (const { table, row } of inserts) {
    if (table === "batches") throw new Error("a batch is made before it is decided about");
    const extras = table === "members" ? memberExtras(row, runbookName, now) : [];
    rows[table].push([...cellsOf(table, row), ...extras]);
  }
  return (["phases", "members", "executions", "slots"] as const)
    .filter((table) => rows[table].length > 0)
    .map((table) => ({ operation: INSERTS[table], rows: rows[table], mustMove: true }));
}
