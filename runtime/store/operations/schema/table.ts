/** A table as data, and the statements that make it. Definitions belong to a numbered migration
 *  and never change afterwards; a later migration adds to them.
 *  No column of a unique key may be null: SQL Server takes two nulls for equal, SQLite does not.
 *  Rows refer to each other by id without foreign keys: the engine writes parents first, under
 *  the batch's lock, and deletes nothing; checking each reference again would cost every step. */
import { type CreateTableBuilder, type RawBuilder, type SchemaModule, sql } from "kysely";
import type { Words } from "./words.ts";

type Kind = "number" | "flag" | "instant" | "longText" | { readonly chars: number };

export type ColumnDefinition = {
  readonly kind: Kind;
  readonly nullable: boolean;
  /** Every value the column may have. Said as a chain of `or`: SQLite would build a table of its
   *  own for each `in`, with every row it writes. */
  readonly oneOf?: readonly string[];
};

type IndexDefinition = {
  readonly name: string;
  readonly columns: readonly string[];
  readonly unique?: boolean;
  /** Only rows for which this holds: `column = 1`, or `column is not null`. */
  readonly where?: { readonly column: string; readonly is: number | "null" | "not null" };
};

/** One that joins a table made by an earlier migration. */
export type TableIndex = IndexDefinition & { readonly table: string };

export type TableDefinition = {
  readonly name: string;
  readonly columns: Readonly<Record<string, ColumnDefinition>>;
  /** `numbered`: a column `id` that counts by itself. */
  readonly primaryKey: readonly string[] | "numbered";
  readonly indexes: readonly IndexDefinition[];
};

export type Statement = { readonly execute: () => Promise<unknown> };

export function tableStatements(
  schema: SchemaModule,
  words: Words,
  { name, columns, primaryKey, indexes }: TableDefinition,
): readonly Statement[] {
  let table: CreateTableBuilder<string, string> = schema.createTable(name);
  if (primaryKey === "numbered") table = table.addColumn("id", sql.raw(words.numbered));
  for (const [column, { kind, nullable, oneOf }] of Object.entries(columns)) {
    table = table.addColumn(column, sql.raw(cellWord(words, kind)), (build) =>
      nullable ? build : build.notNull(),
    );
    if (oneOf !== undefined) {
      const same = oneOf.map((value) => sql`${sql.ref(column)} = ${sql.lit(value)}`);
      const known: RawBuilder<boolean> = sql`${sql.join(same, sql` or `)}`;
      table = table.addCheckConstraint(`ck_${name}_${column}`, known);
    }
  }
  if (primaryKey !== "numbered") {
    table = table.addPrimaryKeyConstraint(`pk_${name}`, [...primaryKey]);
  }
  const isOrdered = primaryKey !== "numbered" && primaryKey.length > 1;
  const end = isOrdered ? words.orderedTableEnd : words.tableEnd;
  return [table.modifyEnd(end), ...indexes.map((index) => indexStatement(schema, name, index))];
}

export const cellWord = (words: Words, kind: Kind): string =>
  typeof kind === "object" ? words.text(kind.chars) : words[kind];

export function indexStatement(
  schema: SchemaModule,
  table: string,
  index: IndexDefinition,
): Statement {
  const { name, columns, unique = false, where } = index;
  const plain = schema
    .createIndex(name)
    .on(table)
    .columns([...columns]);
  const built = unique ? plain.unique() : plain;
  if (where === undefined) return built;
  const { column, is } = where;
  if (typeof is === "number") return built.where(sql.ref(column), "=", sql.lit(is));
  return built.where(sql.ref(column), is === "null" ? "is" : "is not", null);
}
