/** A table of members as people upload it: the primary key names each row's member (M-092).
 *  C1. All problems of a readable file are told at once, each with its line.
 *  C2. Keys follow the contract's one rule, so two spellings of one key are a duplicate and no
 *      database's collation decides who is who (R55).
 *  C3. Cells are kept as they are, but for the apostrophe that our own export puts before
 *      anything a spreadsheet would run: a file we wrote is read back as what we wrote. */
import { MemberKey } from "../contract/identifiers.ts";
import { LIMITS } from "../contract/limits.ts";
import { fail, ok, type Result } from "../contract/result.ts";
import { checkHeader, type Wanted } from "./check-header.ts";
import { unguardText } from "./formula-guard.ts";
import { parseTable, type TableRecord } from "./parse-table.ts";
import { type ProblemList, problemList, type TableProblems } from "./table-problem.ts";

export type MemberRow = {
  readonly key: MemberKey;
  readonly line: number;
  /** One for each column of the table, in the same order. */
  readonly cells: readonly string[];
};
export type MemberTable = {
  readonly columns: readonly string[];
  readonly rows: readonly MemberRow[];
};

export function readMembers(text: string, wanted: Wanted): Result<MemberTable, TableProblems> {
  const table = parseTable(text);
  if (!table.ok) return fail({ problems: [table.error], total: 1 });
  const problems = problemList();
  const columns = checkHeader(table.value.header, wanted, problems);
  const keyIndex = columns.indexOf(wanted.primaryKey);
  const rows = readRows(table.value.body, columns.length, keyIndex, problems);
  const found = problems.found();
  return found.total > 0 ? fail(found) : ok({ columns, rows });
}

function readRows(
  records: readonly TableRecord[],
  width: number,
  keyIndex: number,
  problems: ProblemList,
): readonly MemberRow[] {
  const firstLines = new Map<MemberKey, number>();
  const rows: MemberRow[] = [];
  for (const record of records.slice(0, LIMITS.membersPerBatch)) {
    const cells = record.cells.map(unguardText);
    const { line } = record;
    if (!hasRightShape(line, cells, width, problems)) continue;
    const key = readKey(line, cells[keyIndex], keyIndex + 1, firstLines, problems);
    if (key !== null) rows.push({ key, line, cells });
  }
  const next = records[LIMITS.membersPerBatch];
  if (next !== undefined) {
    const message = `A batch has at most ${LIMITS.membersPerBatch} members.`;
    const hint = "Split the file and create one batch for each part.";
    problems.add({ line: next.line, col: 1, code: "csv-too-many-rows", message, hint });
  }
  return rows;
}

function hasRightShape(
  line: number,
  cells: readonly string[],
  width: number,
  problems: ProblemList,
): boolean {
  if (cells.length !== width) {
    const message = `This row has ${cells.length} cells, the header has ${width}.`;
    const hint = "Look for a comma too few or too many; put cells that contain commas in quotes.";
    const col = Math.min(cells.length, width) + 1;
    problems.add({ line, col, code: "csv-ragged-row", message, hint });
    return false;
  }
  const tooLong = cells.findIndex((cell) => cell.length > LIMITS.csvCellChars);
  if (tooLong === -1) return true;
  const message = `A cell has at most ${LIMITS.csvCellChars} characters.`;
  problems.add({ line, col: tooLong + 1, code: "csv-cell-too-long", message, hint: null });
  return false;
}

/** Null when the row has no usable key, or none can be told because the column is missing. */
function readKey(
  line: number,
  text: string | undefined,
  col: number,
  firstLines: Map<MemberKey, number>,
  problems: ProblemList,
): MemberKey | null {
  if (text === undefined) return null;
  if (text.trim() === "") {
    const message = "This row has no primary key.";
    problems.add({ line, col, code: "csv-key-empty", message, hint: null });
    return null;
  }
  const key = MemberKey.safeParse(text);
  if (!key.success) {
    const reasons = key.error.issues.map((issue) => issue.message).join("; ");
    const message = `The primary key cannot be used: ${reasons}.`;
    problems.add({ line, col, code: "csv-key-invalid", message, hint: null });
    return null;
  }
  const firstLine = firstLines.get(key.data);
  if (firstLine === undefined) {
    firstLines.set(key.data, line);
    return key.data;
  }
  const message = `The member of this row is already on line ${firstLine}.`;
  const hint = "Keys are the same when they differ only in letter case or blanks around them.";
  problems.add({ line, col, code: "csv-key-duplicate", message, hint });
  return null;
}
