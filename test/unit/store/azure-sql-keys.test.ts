import { describe, expect, test } from "@jest/globals";
import { cellTypeOf } from "../../../runtime/store/azure-sql/cell-words.ts";
import { WIDE_KEYS } from "../../../runtime/store/azure-sql/wide-keys.ts";
import { LATER_INDEXES } from "../../../runtime/store/operations/schema/0008-indexes.ts";
import { TABLE_DEFINITIONS } from "../../../runtime/store/operations/schema/migrations.ts";

/** What Azure SQL allows in one key: of the order a table is kept in, and of an index beside it. */
const ORDER_BYTES_MAX = 900;
const INDEX_BYTES_MAX = 1_700;

const SIZES: Readonly<Record<string, number>> = { bigint: 8, tinyint: 1 };

function bytesOf(table: string, column: string): number {
  if (column === "id") return 8;
  const type = cellTypeOf(table, column);
  const [, kind, chars] = /^(n?)(?:var)?char\((\d+)\)$/.exec(type) ?? [];
  if (chars !== undefined) return Number(chars) * (kind === "n" ? 2 : 1);
  const size = SIZES[type];
  if (size === undefined) throw new Error(`${table}.${column} (${type}) cannot be part of a key`);
  return size;
}

const keyBytes = (table: string, columns: readonly string[]): number =>
  columns.reduce((sum, column) => sum + bytesOf(table, column), 0);

const isWide = (table: string): boolean => WIDE_KEYS.some((each) => each.table === table);

const primaryKeys = TABLE_DEFINITIONS.flatMap(({ name, primaryKey }) =>
  primaryKey === "numbered" ? [] : [[name, primaryKey] as const],
);

const indexes = [
  ...TABLE_DEFINITIONS.flatMap(({ name: table, indexes: own }) =>
    own.map(({ name, columns }) => [name, table, columns] as const),
  ),
  ...LATER_INDEXES.map(({ name, table, columns }) => [name, table, columns] as const),
];

describe("the longest values fit into every key on Azure SQL", () => {
  test.each(primaryKeys)("the primary key of %s", (table, columns) => {
    const most = isWide(table) ? INDEX_BYTES_MAX : ORDER_BYTES_MAX;
    expect(keyBytes(table, columns)).toBeLessThanOrEqual(most);
  });

  test.each(indexes)("the index %s", (_, table, columns) => {
    expect(keyBytes(table, columns)).toBeLessThanOrEqual(INDEX_BYTES_MAX);
  });

  test("a key is set apart from its table only where it must be", () => {
    for (const { table, key, order } of WIDE_KEYS) {
      const definition = TABLE_DEFINITIONS.find(({ name }) => name === table);
      expect(definition?.primaryKey).toEqual(key);
      expect(keyBytes(table, key)).toBeGreaterThan(ORDER_BYTES_MAX);
      const index = definition?.indexes.find(({ name }) => name === order.index);
      expect(index).toEqual({ name: order.index, columns: [order.column] });
    }
  });
});
