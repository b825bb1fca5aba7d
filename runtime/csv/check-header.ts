/** The first row of a table of members: what its columns are called and whether all are there
 *  that the runbook needs (M-092). Names lose the blanks around them and are compared exactly
 *  after Unicode normal form C; letter case counts, as it does in templates. */
import { LIMITS } from "../contract/limits.ts";
import { isReservedName } from "../contract/reserved-name.ts";
import { isSpecialVariable } from "../domain/variables.ts";
import { unguardText } from "./formula-guard.ts";
import type { TableRecord } from "./parse-table.ts";
import type { ProblemList, TableProblemCode } from "./table-problem.ts";

export type Wanted = {
  readonly primaryKey: string;
  /** Columns that steps of the runbook refer to. */
  readonly requiredColumns: readonly string[];
};

export function checkHeader(
  header: TableRecord,
  wanted: Wanted,
  problems: ProblemList,
): readonly string[] {
  const { line } = header;
  const columns = header.cells.map((cell) => unguardText(cell).trim().normalize("NFC"));
  if (columns.length > LIMITS.csvColumns) {
    const message = `There are ${columns.length} columns; at most ${LIMITS.csvColumns} are read.`;
    const col = LIMITS.csvColumns + 1;
    problems.add({ line, col, code: "csv-too-many-columns", message, hint: null });
  }
  checkNames(columns, line, problems);
  const seen = new Set(columns);
  for (const name of new Set([wanted.primaryKey, ...wanted.requiredColumns])) {
    if (seen.has(name)) continue;
    const isKey = name === wanted.primaryKey;
    const code = isKey ? "csv-key-column-missing" : "csv-column-missing";
    const role = isKey ? "the primary key" : "used by the runbook";
    const message = `There is no column "${name}", which is ${role}.`;
    problems.add({ line, col: 1, code, message, hint: missingHint(name, columns) });
  }
  return columns;
}

function checkNames(columns: readonly string[], line: number, problems: ProblemList): void {
  const first = new Map<string, number>();
  for (const [index, name] of columns.slice(0, LIMITS.csvColumns).entries()) {
    const fault = nameFault(name, first.get(name));
    if (!first.has(name)) first.set(name, index + 1);
    if (fault !== null) problems.add({ line, col: index + 1, hint: null, ...fault });
  }
}

type NameFault = { readonly code: TableProblemCode; readonly message: string };

function nameFault(name: string, sameAs: number | undefined): NameFault | null {
  if (name === "") return { code: "csv-header-empty", message: "This column has no name." };
  if (name.length > LIMITS.variableChars) {
    const message = `A column's name has at most ${LIMITS.variableChars} characters.`;
    return { code: "csv-header-too-long", message };
  }
  if (isReservedName(name) || isSpecialVariable(name)) {
    const message = `"${name}" is reserved and cannot be a column.`;
    return { code: "csv-header-reserved", message };
  }
  if (sameAs === undefined) return null;
  const message = `Column "${name}" is there twice; the first is column ${sameAs}.`;
  return { code: "csv-header-duplicate", message };
}

function missingHint(name: string, columns: readonly string[]): string {
  const [only = ""] = columns;
  if (columns.length === 1 && /[;\t|]/.test(only)) {
    return "Columns are separated by commas; this file seems to use another sign.";
  }
  const alike = columns.find((column) => column.toLowerCase() === name.toLowerCase());
  if (alike !== undefined) return `There is "${alike}": letter case counts.`;
  return `Add the column, or start from the runbook's CSV template.`;
}
