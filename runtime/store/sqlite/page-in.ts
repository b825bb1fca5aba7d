/** One page of a report, in SQLite. */
import type { Cell } from "../operations/columns.ts";
import type { Operation } from "../operations/operation.ts";
import { countOperation, type PageShape, pageOperation } from "../operations/report/page.ts";
import type { Place, ReportPage, Total } from "../reports.ts";
import type { Statements } from "./statements.ts";
import { totalIn } from "./total-in.ts";

type Given<Filter extends string> = {
  readonly filters: Readonly<Partial<Record<Filter, string | number | boolean>>>;
  readonly after: Place | null;
  readonly most: number;
};

/** One more than asked for, to know whether there is a next page. */
export function pageIn<Filter extends string, Row>(
  statements: Statements,
  shape: PageShape<Filter>,
  within: readonly Cell[],
  { filters, after, most }: Given<Filter>,
  rowOf: (cells: readonly Cell[]) => Row,
): ReportPage<Row> {
  const given = (Object.keys(shape.filters) as Filter[]).filter(
    (name) => filters[name] !== undefined,
  );
  const operation: Operation = pageOperation(shape, given);
  const start = shape.direction === "down" ? Number.MAX_SAFE_INTEGER : -1;
  const place = shape.order.map((_, at) => after?.[at] ?? start);
  const cellFor = (name: Filter): Cell => cellOf(filters[name] ?? null);
  const values = given.map(cellFor);
  const found = statements.all(operation, [...within, ...values, ...place, most + 1]);
  const shown = found.slice(0, most);
  const last = found.length > most ? shown.at(-1) : undefined;
  const next = last === undefined ? null : placeOf(shape, last);
  const rows = shown.map(rowOf);
  if (after === null && next === null) return { rows, next };
  return { rows, next, ...countedIn(statements, shape, within, given, cellFor) };
}

/** Filters that no index leads to are counted among as many rows as counting looks at; where there
 *  are more, nobody counts. */
function countedIn<Filter extends string>(
  statements: Statements,
  shape: PageShape<Filter>,
  within: readonly Cell[],
  given: readonly Filter[],
  cellFor: (name: Filter) => Cell,
): { readonly total?: Total } {
  const { counted } = shape;
  if (counted === null) return {};
  const totalBy = (names: readonly Filter[]): Total =>
    totalIn(statements, countOperation(shape, counted, names), [...within, ...names.map(cellFor)]);
  const sought = given.filter((name) => counted.sought.includes(name));
  const total = totalBy(sought);
  if (sought.length === given.length) return { total };
  return total.isCapped ? {} : { total: totalBy(given) };
}

const cellOf = (value: string | number | boolean | null): Cell =>
  typeof value === "boolean" ? Number(value) : value;

const placeOf = (
  { order, columns }: PageShape<string>,
  cells: readonly Cell[],
): readonly number[] => order.map((column) => Number(cells[columns.indexOf(column)]));
