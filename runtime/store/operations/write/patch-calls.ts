/** Patches and counter changes as calls: those that touch the same columns share a statement. */
import type { BatchId } from "../../../contract/ids.ts";
import type { MemberRow } from "../../../domain/engine/rows.ts";
import type { Delta, Patch } from "../../../domain/engine/writes.ts";
import type { Cell } from "../columns.ts";
import { assertReachable } from "../reachable.ts";
import type { Call } from "./call.ts";
import { derivedCells } from "./derived-cells.ts";
import { deltaShape, executionShape, patchShape, pushCells, type Shape } from "./patch-shapes.ts";

export function patchCalls(
  patches: readonly Patch[],
  counters: readonly Delta[],
  batchId: BatchId,
  now: string,
): readonly Call[] {
  const groups = new Map<Shape, Cell[][]>();
  const rowsIn = (shape: Shape): Cell[][] => {
    const known = groups.get(shape);
    if (known !== undefined) return known;
    const rows: Cell[][] = [];
    groups.set(shape, rows);
    return rows;
  };
  for (const patch of patches) {
    if (patch.table === "members" && isOnlyCurrent(patch.set)) continue;
    const { expect, set, columns } = patch;
    if ("status" in set) assertReachable(patch.table, statusIn(expect), set.status);
    const derived = derivedCells(patch, now);
    const shape =
      columns === undefined ? patchShape(patch, namesOf(derived)) : executionShape(patch, columns);
    if (shape.operation === null) continue;
    const cells: Cell[] = [];
    pushCells(cells, shape.changes, set);
    for (const [, cell] of derived) cells.push(cell);
    pushPlace(cells, patch, batchId);
    pushCells(cells, shape.expect, expect);
    rowsIn(shape).push(cells);
  }
  for (const delta of counters) {
    const shape = deltaShape(delta);
    const cells: Cell[] = [];
    pushCells(cells, shape.changes, delta.add);
    pushPlace(cells, delta, batchId);
    rowsIn(shape).push(cells);
  }
  return [...groups].flatMap(([{ operation, nameAt }, rows]) =>
    operation === null ? [] : [{ operation, rows, mustMove: true, nameAt }],
  );
}

/** Which job is out for a member has no column: its executions tell. With every step it changes. */
function isOnlyCurrent(set: Partial<MemberRow>): boolean {
  for (const prop in set) if (prop !== "currentExecutionId") return false;
  return true;
}

const NONE: readonly string[] = [];
const namesOf = (derived: ReturnType<typeof derivedCells>): readonly string[] =>
  derived.length === 0 ? NONE : derived.map(([column]) => column);

const statusIn = (expect: object): unknown => ("status" in expect ? expect.status : undefined);

function pushPlace(cells: Cell[], { table, id }: Patch | Delta, batchId: BatchId): void {
  cells.push(id);
  if (table !== "batches") cells.push(batchId);
}
