/** The columns of a step that reasons are told from, and the row from their cells: neither what was
 *  sent nor what came back, which may be large. */
import type { SeenStep } from "../../../domain/why/facts.ts";
import type { Cell, Column } from "../columns.ts";
import { ROW_COLUMNS } from "../row-columns.ts";

const LARGE: ReadonlySet<string> = new Set(["frozen", "undo", "result", "fence"]);

const COLUMNS: readonly (readonly [string, Column<unknown>])[] = Object.entries(
  ROW_COLUMNS.executions as Readonly<Record<string, Column<unknown>>>,
).filter(([prop]) => !LARGE.has(prop));

export const STEP_COLUMNS: readonly string[] = COLUMNS.map(([, { name }]) => name);

/** Built by the same table as the select: the one place where its shape is believed. */
export function seenStepOf(cells: readonly Cell[]): SeenStep {
  const row: Record<string, unknown> = {};
  COLUMNS.forEach(([prop, { read }], at) => {
    row[prop] = read(cells[at] ?? null);
  });
  return row as SeenStep;
}
