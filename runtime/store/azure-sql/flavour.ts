/** How Azure SQL says it. Plural operations are one statement over a JSON list of rows, read with
 *  an explicit shape; the number of rows it moved must be the number of rows given. */
import { type RawBuilder, sql } from "kysely";
import type { EachUpdate, Flavour, TableInSchema } from "../operations/flavour.ts";
import { updateArguments } from "../operations/flavour.ts";
import { arg } from "../operations/operation.ts";
import { cellTypeOf, collationOf } from "./cell-words.ts";

const list = (parts: readonly RawBuilder<unknown>[], between = sql`, `): RawBuilder<unknown> =>
  sql.join(parts, between);
const names = (columns: readonly string[]): RawBuilder<unknown> =>
  list(columns.map((column) => sql.ref(column)));

/** Rows of arguments travel as lists of cells; `r` gives each cell its column's name and type. */
function rowsOf(
  table: TableInSchema,
  args: readonly (readonly [argument: string, column: string])[],
): RawBuilder<unknown> {
  const shape = args.map(
    ([argument, column], at) =>
      sql`${sql.ref(argument)} ${sql.raw(cellTypeOf(table, column))} ${sql.lit(`$[${at}]`)}`,
  );
  return sql`openjson(${arg("rows")}) with (${list(shape)}) as ${sql.ref("r")}`;
}

const given = (argument: string): RawBuilder<unknown> => sql.ref(`r.${argument}`);

function updateEach(update: EachUpdate): RawBuilder<unknown> {
  const { table, set, add, key, expect } = update;
  const columns = [...set, ...add, ...key, ...expect];
  const args = updateArguments(update).map((name, at) => [name, columns[at] ?? ""] as const);
  const own = (column: string): RawBuilder<unknown> => sql.ref(`t.${column}`);
  const changes = [
    ...set.map((column) => sql`${own(column)} = ${given(`set ${column}`)}`),
    ...add.map((column) => sql`${own(column)} = ${own(column)} + ${given(`add ${column}`)}`),
  ];
  const wanted = (column: string): RawBuilder<unknown> =>
    sql`${given(`is ${column}`)} ${sql.raw(collationOf(table, column))}`;
  const found = [
    ...key.map((column) => sql`${own(column)} = ${wanted(column)}`),
    ...expect.map((column) => sql`${own(column)} is not distinct from ${wanted(column)}`),
  ];
  return sql`update ${sql.ref("t")} set ${list(changes)} from ${sql.table(table)} as ${sql.ref("t")}
    inner join ${rowsOf(table, args)} on ${list(found, sql` and `)}`;
}

export const AZURE_SQL: Flavour = {
  insertEach: (table, columns) =>
    sql`insert into ${sql.table(table)} (${names(columns)}) select ${names(columns)}
      from ${rowsOf(
        table,
        columns.map((column) => [column, column] as const),
      )}`,
  updateEach,
  firstRows: (query, most) => query.modifyEnd(sql`offset 0 rows fetch next ${most} rows only`),
  firstOf: (query, most) => sql`${query} offset 0 rows fetch next ${most} rows only`,
  numbersOf: (items) => sql`(select value from openjson(${items}) with (value bigint '$'))`,
  textsOf: (items) =>
    sql`(select value collate Latin1_General_100_BIN2 as value
      from openjson(${items}) with (value nvarchar(max) '$'))`,
  updateReturning: ({ table, set, where, columns, also }) => {
    const moved = columns.map((column) => sql`inserted.${sql.ref(column)}`);
    const answer = [...moved, ...(also ? [also] : [])];
    return sql`update ${sql.table(table)} set ${set} output ${list(answer)} where ${where}`;
  },
  insertReturningId: (table, columns) =>
    sql`insert into ${sql.table(table)} (${names(columns)}) output inserted.${sql.ref("id")}
      values (${list(columns.map((column) => arg(column)))})`,
  now: sql`replace(convert(char(23), cast(sysutcdatetime() as datetime2(3)), 121), ' ', 'T') + 'Z'`,
};
