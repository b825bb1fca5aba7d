/** Rows for people and for pipes. On a terminal: aligned columns under a heading, cut to the
 *  terminal's width, the last column first. As TSV: tabs, nothing cut, so `cut` and `awk` see
 *  everything. A colour only repeats what a cell's words say. */
import type { Tone } from "./colour.ts";
import { visibleLine } from "./visible.ts";
import { cutToWidth, textWidth } from "./width.ts";

export type Cell = string | { readonly text: string; readonly tone: Tone };

export type Table = {
  readonly headings: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** Which columns hold numbers and stand to the right. */
  readonly toRight?: readonly boolean[];
};

/** How a text looks in a tone; a table without colours has none. */
export type Toned = (text: string, tone: Tone) => string;

const GAP = "  ";
/** Below this the last column would be all ellipsis; the terminal may wrap instead. */
const LAST_COLUMN_MIN = 20;
const COLUMN_MIN = 10;

/** `columns` null: not a terminal, nothing is cut. */
export function alignedTable(table: Table, columns: number | null, toned: Toned = plain): string {
  const lines = [table.headings, ...table.rows].map((row) => row.map(visibleCell));
  const full = table.headings.map((_, index) =>
    Math.max(...lines.map((line) => textWidth(textOf(line[index] ?? "")))),
  );
  const widths = columns === null ? full : fitted(full, columns);
  return lines.map((line) => `${alignedLine(line, widths, table.toRight ?? [], toned)}\n`).join("");
}

const plain: Toned = (text) => text;
const textOf = (cell: Cell): string => (typeof cell === "string" ? cell : cell.text);
const visibleCell = (cell: Cell): Cell =>
  typeof cell === "string" ? visibleLine(cell) : { ...cell, text: visibleLine(cell.text) };

/** The last column gives first, then the widest of the others. */
function fitted(full: readonly number[], columns: number): readonly number[] {
  const widths = [...full];
  const last = widths.length - 1;
  const excess = (): number =>
    widths.reduce((sum, width) => sum + width, GAP.length * last) - columns;
  const give = (index: number, least: number): void => {
    const width = widths[index] ?? 0;
    widths[index] = Math.max(Math.min(width, least), width - Math.max(0, excess()));
  };
  give(last, LAST_COLUMN_MIN);
  const others = widths.map((_, index) => index).slice(0, -1);
  for (const index of others.toSorted((a, b) => (full[b] ?? 0) - (full[a] ?? 0)))
    if (last > 1) give(index, COLUMN_MIN);
  return widths;
}

function alignedLine(
  cells: readonly Cell[],
  widths: readonly number[],
  toRight: readonly boolean[],
  toned: Toned,
): string {
  const shown = cells.map((cell, index) => {
    const width = widths[index] ?? 0;
    const cut = cutToWidth(textOf(cell), width);
    const room = " ".repeat(Math.max(0, width - textWidth(cut)));
    const coloured = typeof cell === "string" ? cut : toned(cut, cell.tone);
    return toRight[index] === true ? room + coloured : coloured + room;
  });
  return shown.join(GAP).trimEnd();
}

export function tabSeparated(table: Table): string {
  const lines = [table.headings, ...table.rows];
  return lines
    .map((line) => `${line.map((cell) => visibleLine(textOf(cell))).join("\t")}\n`)
    .join("");
}
