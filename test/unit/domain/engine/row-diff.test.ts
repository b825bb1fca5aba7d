import { describe, expect, test } from "@jest/globals";
import type { ExecutionRow } from "../../../../runtime/domain/engine/execution-row.ts";
import {
  changedColumns,
  executionDiff,
  memberDiff,
} from "../../../../runtime/domain/engine/row-diff.ts";
import type { MemberRow } from "../../../../runtime/domain/engine/rows.ts";
import { begin, member, rowsOf } from "./begin.ts";
import { phase, runbook, step } from "./runbooks.ts";

const run = begin(runbook([phase("one", [step("a")])]), ["ann"]);

/** A key never changes. */
const KEYS: ReadonlySet<keyof ExecutionRow | keyof MemberRow> = new Set([
  "id",
  "batchId",
  "kind",
  "phaseId",
  "undoesId",
  "memberId",
  "stepIndex",
  "version",
  "key",
  "ordinal",
] as const);

const OTHER = { other: true };

const missed = <Row extends object>(
  row: Row,
  diff: (before: Row, after: Row) => Partial<Row> | null,
  keys: ReadonlySet<string>,
): readonly string[] =>
  Object.keys(row).filter((column) => {
    if (keys.has(column)) return false;
    const value = Reflect.get(row, column);
    const changed = value instanceof Date || column.endsWith("At") ? new Date(7) : OTHER;
    const set = diff(row, { ...row, [column]: changed });
    return set === null || Reflect.get(set, column) !== changed;
  });

describe("what has changed in a row", () => {
  test("is one number for each combination of columns", () => {
    const [row] = rowsOf(run, "ann");
    if (row === undefined) throw new Error("there is no row");
    const changing = Object.keys(row).filter((column) => !KEYS.has(column as keyof ExecutionRow));
    const bits = changing.map((column) => {
      const changed = column.endsWith("At") ? new Date(7) : OTHER;
      const after = { ...row, [column]: changed };
      const set = executionDiff(row, after);
      expect(changedColumns(row, after) !== 0).toBe(set !== null);
      return changedColumns(row, after);
    });
    const told = bits.filter((bit) => bit !== 0);
    expect(told).toHaveLength(18);
    expect(told.reduce((sum, bit) => sum | bit, 0)).toBe(2 ** 18 - 1);
    expect(new Set(told).size).toBe(18);
  });

  test("I29 (part): is found in every column that can change, and only there", () => {
    const [row] = rowsOf(run, "ann");
    if (row === undefined) throw new Error("no step");
    expect(executionDiff(row, { ...row })).toBeNull();
    expect(missed(row, executionDiff, new Set([...KEYS, "generation"]))).toEqual([]);
    const ann = member(run, "ann");
    expect(memberDiff(ann, { ...ann })).toBeNull();
    expect(missed(ann, memberDiff, KEYS)).toEqual([]);
  });

  test("the same instant in another object is no change", () => {
    const [row] = rowsOf(run, "ann");
    if (row?.dueAt == null) throw new Error("no deadline");
    expect(executionDiff(row, { ...row, dueAt: new Date(row.dueAt) })).toBeNull();
  });
});
