import { describe, expect, test } from "@jest/globals";
import { columnsToFill, columnsUsed } from "../../../runtime/domain/columns-used.ts";
import { rowColumns } from "../../../runtime/scheduler/row-columns.ts";
import { phase, runbook, step } from "../domain/engine/runbooks.ts";

const plan = runbook([phase("one", [step("a")])]);
const marked = { ...plan, source: { ...plan.source, sensitive: ["Code"] } };

describe("columns that are sensitive", () => {
  test("I30 (part): a source that has one under another name only is not read", () => {
    expect(rowColumns(["Key", "code"], marked.source)).toEqual({
      ok: false,
      error: 'The source has no column "Code"; it has Key, code.',
    });
    expect(rowColumns(["Key", "Code"], marked.source).ok).toBe(true);
  });

  test("I30 (part): a table of members needs them, and one to fill in has them", () => {
    expect(columnsUsed(marked)).toEqual(["Key", "Code"]);
    expect(columnsToFill(marked)).toEqual(["Key", "Code"]);
    expect(columnsUsed(plan)).toEqual(["Key"]);
  });
});
