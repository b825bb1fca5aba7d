/** A member table that came with a request, read against the runbook it is for: members with their
 *  data, or every problem of the table with its line. */

import { LIMITS } from "../../contract/limits.ts";
import { ok } from "../../contract/result.ts";
import { type MemberRow, readMembers } from "../../csv/read-members.ts";
import type { TableProblem } from "../../csv/table-problem.ts";
import { columnsUsed } from "../../domain/columns-used.ts";
import { readMultiValue } from "../../domain/multi-value.ts";
import type { MultiValueFormat, Runbook } from "../../domain/runbook.ts";
import type { VariableValue } from "../../domain/template.ts";
import type { NewMember } from "../../orchestrator/orders/joining.ts";
import { type Answer, refuse } from "../serving/answer.ts";
import { tableProblem } from "./shown-problems.ts";

export function membersIn(text: string, runbook: Runbook): Answer<readonly NewMember[]> {
  const { primaryKey, multiValued } = runbook.source;
  const wanted = { primaryKey, requiredColumns: columnsUsed(runbook) };
  const table = readMembers(text, wanted);
  if (!table.ok) return refused(table.error.problems, table.error.total);
  const { columns, rows } = table.value;
  const members: NewMember[] = [];
  const problems: TableProblem[] = [];
  for (const row of rows) {
    const data = dataOf(row, columns, multiValued);
    if (data instanceof Map) members.push({ key: row.key, data });
    else problems.push(data as TableProblem);
  }
  return problems.length === 0 ? ok(members) : refused(problems, problems.length);
}

function refused(problems: readonly TableProblem[], total: number) {
  const shown = problems.slice(0, LIMITS.problemsPerFile);
  const rest = total > shown.length ? ` The first ${shown.length} are told.` : "";
  const detail = `The table has ${total} ${total === 1 ? "problem" : "problems"}.${rest}`;
  return refuse("invalid-csv", detail, shown.map(tableProblem));
}

function dataOf(
  { cells, line }: MemberRow,
  columns: readonly string[],
  multiValued: ReadonlyMap<string, MultiValueFormat>,
): Map<string, VariableValue> | TableProblem {
  const data = new Map<string, VariableValue>();
  for (const [at, column] of columns.entries()) {
    const cell = cells[at] ?? "";
    const format = multiValued.get(column);
    const list = format === undefined ? null : readMultiValue(cell, format);
    if (list !== null && !list.ok) {
      const message = `The list in column "${column}" cannot be read (${list.error.kind}).`;
      return { line, col: at + 1, code: "csv-list-invalid", message, hint: null };
    }
    data.set(column, list === null ? cell : list.value);
  }
  return data;
}
