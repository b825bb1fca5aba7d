/** Rows for people and for pipes. On a terminal: aligned columns under a heading, the last
 *  column cut to the terminal's width. Elsewhere and as TSV: tabs, nothing cut, so `cut` and
 *  `awk` see everything. */
import { visibleLine } from "./visible.ts";
import { cutToWidth, padToWidth, textWidth } from "./width.ts";

export type Table = {
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
};

const GAP = "  ";
/** Below this the last column would be all ellipsis; the terminal may wrap instead. */
const LAST_COLUMN_MIN = 20;

/** `columns` null: not a terminal, nothing is cut. */
export function alignedTable(table: Table, columns: number | null): string {
  const lines = [table.headings, ...table.rows].map((row) => row.map(visibleLine));
  const widths = table.headings.map((_, index) =>
    Math.max(...lines.map((line) => textWidth(line[index] ?? ""))),
  );
  return lines.map((line) => `${alignedLine(line, widths, columns)}\n`).join("");
}

function alignedLine(
  cells: readonly string[],
  widths: readonly number[],
  columns: number | null,
): string {
  const head = cells.slice(0, -1).map((cell, index) => padToWidth(cell, widths[index] ?? 0) + GAP);
  const start = head.join("");
  const last = cells.at(-1) ?? "";
  if (columns === null) return `${start}${last}`.trimEnd();
  const room = Math.max(LAST_COLUMN_MIN, columns - textWidth(start));
  return `${start}${cutToWidth(last, room)}`.trimEnd();
}

export function tabSeparated(table: Table): string {
  const lines = [table.headings, ...table.rows];
  return lines.map((line) => `${line.map(visibleLine).join("\t")}\n`).join("");
}
