/** Tables for people and spreadsheets: RFC 4180, CRLF, text guarded against being run as a
 *  formula. Numbers and booleans are written as they are, so a sheet can calculate with them. */
import { guardText } from "./formula-guard.ts";

export type Cell = string | number | boolean | null;

const LINE_END = "\r\n";
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;

export const writeTable = (columns: readonly string[], rows: Iterable<readonly Cell[]>): string =>
  writeRows([columns, ...rows]);

/** Some rows of a table that is written piece by piece. */
export const writeRows = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `${writeRow(row)}${LINE_END}`).join("");

function writeRow(cells: readonly Cell[]): string {
  const line = cells.map(writeCell).join(",");
  // A lone empty cell would be a blank line, which readers skip.
  return line === "" ? '""' : line;
}

function writeCell(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell !== "string") return String(cell);
  const text = guardText(cell);
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
