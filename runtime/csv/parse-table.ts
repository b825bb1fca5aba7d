/** CSV text to records: commas, double quotes, any of the three line ends, a byte order mark or
 *  none. Knows nothing of members. What makes the text as a whole unreadable comes back as the
 *  one problem to mend first; blank lines, and rows of nothing but blank cells, are no records.
 *  Time grows with the size of the text and nothing else. */
import { type CsvError, parse } from "csv-parse/sync";
import { LIMITS } from "../contract/limits.ts";
import { fail, ok, type Result } from "../contract/result.ts";
import type { TableProblem, TableProblemCode } from "./table-problem.ts";

export type TableRecord = { readonly line: number; readonly cells: readonly string[] };
export type Table = { readonly header: TableRecord; readonly body: readonly TableRecord[] };

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const REPLACEMENT = "\uFFFD";

export function parseTable(text: string): Result<Table, TableProblem> {
  const bytes = Buffer.from(text);
  const problem = tooLarge(bytes) ?? unreadable(bytes);
  if (problem !== null) return fail(problem);
  const records = parseRecords(bytes);
  if (!records.ok) return records;
  const [header, ...body] = records.value;
  if (header !== undefined) return ok({ header, body });
  const hint = "The first line names the columns, each further line is one member.";
  return fail({ line: 1, col: 1, code: "csv-empty", message: "The file is empty.", hint });
}

function tooLarge(bytes: Buffer): TableProblem | null {
  if (bytes.length <= LIMITS.csvBytes) return null;
  const message = `The file has more than ${LIMITS.csvBytes} bytes, the most that is read.`;
  const hint = "Split it and create one batch for each part.";
  return { line: 1, col: 1, code: "csv-too-large", message, hint };
}

/** Both come from files that are not UTF-8 text, and would end up inside keys. The bytes are
 *  asked, not the text: half of a surrogate pair becomes a replacement only among them. */
function unreadable(bytes: Buffer): TableProblem | null {
  const at = (sign: string, code: TableProblemCode, message: string): TableProblem | null => {
    const index = bytes.indexOf(sign);
    if (index === -1) return null;
    const line = lineFinder(bytes)(index);
    return { line, col: 1, code, message, hint: "Save the file as CSV in UTF-8." };
  };
  return (
    at("\0", "csv-nul", "The file contains a NUL character, so it is not plain text.") ??
    at(REPLACEMENT, "csv-encoding", "The file contains a character that was not valid UTF-8.")
  );
}

/** Once quotes are wrong the rest of a file cannot be trusted: only the first such row is told. */
function parseRecords(bytes: Buffer): Result<readonly TableRecord[], TableProblem> {
  const lineAt = lineFinder(bytes);
  const records: TableRecord[] = [];
  const broken: TableProblem[] = [];
  let end = 0;
  parse(bytes, {
    bom: true,
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    on_record: (cells: string[], { bytes: recordEnd }) => {
      const line = lineAt(end);
      end = recordEnd;
      if (cells.some((cell) => cell.trim() !== "")) records.push({ line, cells });
      return null;
    },
    on_skip: (error) => {
      broken.push(quoteProblem(error, lineAt(end)));
      return undefined;
    },
  });
  const [first] = broken;
  return first === undefined ? ok(records) : fail(first);
}

function quoteProblem(error: CsvError | undefined, line: number): TableProblem {
  const index = Number(error?.["index"]);
  const message =
    error?.code === "CSV_QUOTE_NOT_CLOSED"
      ? "A cell of this row opens with a quote that is never closed."
      : "A quote stands where only text, a comma or a line end may follow.";
  const hint = 'Put the whole cell in quotes and write each quote inside it twice: "a ""b"" c".';
  return { line, col: index + 1, code: "csv-quotes", message, hint };
}

/** Answers for growing offsets only: the line on which the next text from there begins. The
 *  parser's own count takes a CRLF inside quotes for two lines. */
function lineFinder(bytes: Buffer): (offset: number) => number {
  let at = 0;
  let line = 1;
  const isBreak = (byte: number | undefined): boolean =>
    byte === LINE_FEED || byte === CARRIAGE_RETURN;
  return (offset) => {
    for (; at < offset || isBreak(bytes[at]); at += 1) {
      const isPair = bytes[at] === CARRIAGE_RETURN && bytes[at + 1] === LINE_FEED;
      if (isBreak(bytes[at]) && !isPair) line += 1;
    }
    return line;
  };
}
