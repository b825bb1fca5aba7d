/** One page of a report: rows of a view after a place, those that fit the filters. Each
 *  combination of filters is a statement of its own, because one that asks "is there a filter?"
 *  for every row finds no index. */
import { type RawBuilder, sql } from "kysely";
import { arg, type Operation } from "../operation.ts";

export type PageShape<Filter extends string> = {
  readonly name: string;
  readonly view: string;
  readonly columns: readonly string[];
  /** The columns by which every page is narrowed, as arguments of the same names. */
  readonly within: readonly string[];
  /** The sorting: unique together, and of numbers. */
  readonly order: readonly string[];
  readonly direction: "up" | "down";
  readonly filters: Readonly<Record<Filter, string>>;
  /** How its rows are counted; null where a count is kept elsewhere. */
  readonly counted: CountShape<Filter> | null;
};

export type CountShape<Filter extends string> = {
  /** The table behind the view. */
  readonly table: string;
  /** An index with `within` and these filters leads to the rows in the order of `by`. */
  readonly sought: readonly Filter[];
  readonly by: string;
  /** Filters that are no column of the table. */
  readonly instead?: Readonly<Partial<Record<Filter, RawBuilder<unknown>>>>;
};

const equal = (column: string, place: string): RawBuilder<unknown> =>
  sql`${sql.ref(column)} = ${arg(place)}`;

const listed = (parts: readonly RawBuilder<unknown>[], between: RawBuilder<unknown>) =>
  sql.join(parts, between);
const AND = sql` and `;
const OR = sql` or `;
const COMMA = sql`, `;

export function pageOperation<Filter extends string>(
  shape: PageShape<Filter>,
  given: readonly Filter[],
): Operation {
  const { name, view, columns, within, order, direction, filters } = shape;
  const down = direction === "down";
  return {
    name: given.length === 0 ? name : `${name} by ${given.join(", ")}`,
    takes: [...within, ...given, ...order.map(afterPlace), "most"],
    build: ({ flavour }) => {
      const found = [
        ...within.map((column) => equal(column, column)),
        ...given.map((filter) => equal(filters[filter], filter)),
        ...after(order, down),
      ];
      const sorting = order.map(
        (column) => sql`${sql.ref(column)} ${sql.raw(down ? "desc" : "asc")}`,
      );
      return flavour.firstOf(
        sql`select ${listed(
          columns.map((column) => sql.ref(column)),
          COMMA,
        )}
        from ${sql.table(view)} where ${listed(found, AND)} order by ${listed(sorting, COMMA)}`,
        arg("most"),
      );
    },
  };
}

/** How many rows fit, counted up to `most`. */
export function countOperation<Filter extends string>(
  { name, within, filters }: PageShape<Filter>,
  { table, by, instead }: CountShape<Filter>,
  given: readonly Filter[],
): Operation {
  return {
    name: `count of ${name}${given.length === 0 ? "" : ` by ${given.join(", ")}`}`,
    takes: [...within, ...given, "most"],
    build: ({ flavour }) => {
      const found = [
        ...within.map((column) => equal(column, column)),
        ...given.map((filter) => instead?.[filter] ?? equal(filters[filter], filter)),
      ];
      const where = found.length === 0 ? sql`` : sql` where ${listed(found, AND)}`;
      const rows = sql`select 1 as one from ${sql.table(table)}${where} order by ${sql.ref(by)}`;
      return sql`select count(*) from (${flavour.firstOf(rows, arg("most"))}) as counted`;
    },
  };
}

const afterPlace = (column: string): string => `after ${column}`;

/** The first column alone bounds the rows to look at; the others sort among equals. */
function after(order: readonly string[], down: boolean): readonly RawBuilder<unknown>[] {
  const beyond = sql.raw(down ? "<" : ">");
  const at = (column: string): RawBuilder<unknown> => arg(afterPlace(column));
  const alternatives = order.map((column, place) =>
    listed(
      [
        ...order.slice(0, place).map((other) => sql`${sql.ref(other)} = ${at(other)}`),
        sql`${sql.ref(column)} ${beyond} ${at(column)}`,
      ],
      AND,
    ),
  );
  const [first] = order;
  if (first === undefined || order.length === 1) return alternatives;
  return [sql`${sql.ref(first)} ${beyond}= ${at(first)}`, sql`(${listed(alternatives, OR)})`];
}

/** Every combination, in the order of the filters. */
export function combinationsOf<Filter extends string>(
  filters: readonly Filter[],
): readonly (readonly Filter[])[] {
  const [first, ...rest] = filters;
  if (first === undefined) return [[]];
  const without = combinationsOf(rest);
  return [...without, ...without.map((given) => [first, ...given])];
}
