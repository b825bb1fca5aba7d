/** A list as a table: each column says how to read it from a row and what kind of value it is.
 *  People see distances in time; programs and `--utc` see RFC 3339. */
import type { Paint, Tone } from "./colour.ts";
import { alignedTable, type Cell, type Table, tabSeparated } from "./table.ts";
import { relativeTime } from "./time.ts";

export type Column<Row> = {
  readonly heading: string;
  readonly of: (row: Row) => string | number | boolean | null;
  readonly kind?: "text" | "time" | "number";
  readonly tone?: (row: Row) => Tone | null;
};

export type Look = {
  readonly paint: Paint;
  readonly columns: number | null;
  readonly utc: boolean;
  readonly nowMs: number;
};

const NOTHING = "-";

export function listTable<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  look: Look,
): string {
  const timed = (text: string): string => (look.utc ? text : relativeTime(text, look.nowMs));
  const table = tableOf(rows, columns, timed);
  return alignedTable(table, look.columns, (text, tone) => look.paint[tone](text));
}

export const listTabs = <Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string =>
  tabSeparated(tableOf(rows, columns, (text) => text, ""));

function tableOf<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  timed: (text: string) => string,
  nothing = NOTHING,
): Table {
  const cellOf = (row: Row, { of, kind, tone }: Column<Row>): Cell => {
    const value = of(row);
    if (value === null || value === "") return nothing;
    const text = kind === "time" ? timed(String(value)) : String(value);
    const shade = tone?.(row) ?? null;
    return shade === null ? text : { text, tone: shade };
  };
  return {
    headings: columns.map(({ heading }) => heading),
    rows: rows.map((row) => columns.map((column) => cellOf(row, column))),
    toRight: columns.map(({ kind }) => kind === "number"),
  };
}
