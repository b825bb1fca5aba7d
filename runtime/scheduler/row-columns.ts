/** The columns of a source's answer, checked against what the runbook needs of them. A member's
 *  data names its columns in one order, whatever order the source sends them in, so that the
 *  same data is the same text and nobody is refreshed for nothing. */
import { isReservedName } from "../contract/reserved-name.ts";
import { fail, ok, type Result } from "../contract/result.ts";
import { readMultiValue } from "../domain/multi-value.ts";
import type { DataSource, MultiValueFormat } from "../domain/runbook.ts";
import type { VariableValue } from "../domain/template.ts";
import { isSpecialVariable, type Variables } from "../domain/variables.ts";
import type { SourceCell, SourceRow } from "../sources/source.ts";

type Column = {
  readonly name: string;
  readonly index: number;
  readonly format: MultiValueFormat | null;
};

export type RowColumns = {
  readonly keyAt: number;
  /** Null in immediate mode. */
  readonly timeAt: number | null;
  /** In the order of their names. */
  readonly all: readonly Column[];
  readonly lists: readonly Column[];
};

export function rowColumns(
  names: readonly string[],
  { primaryKey, batchTime, multiValued, columns, sensitive }: DataSource,
): Result<RowColumns, string> {
  const time = batchTime.kind === "column" ? batchTime.column : null;
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) return fail(`The source has the column "${twice}" twice.`);
  const reserved = names.find((name) => isReservedName(name) || isSpecialVariable(name));
  if (reserved !== undefined) return fail(`No column may be called "${reserved}".`);
  const start = time === null ? [] : [time];
  const wanted = [primaryKey, ...start, ...(columns ?? []), ...sensitive];
  const missing = wanted.find((name) => !names.includes(name));
  if (missing !== undefined) {
    return fail(`The source has no column "${missing}"; it has ${names.join(", ")}.`);
  }
  const all = names
    .map((name, index) => ({ name, index, format: multiValued.get(name) ?? null }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
  return ok({
    keyAt: names.indexOf(primaryKey),
    timeAt: time === null ? null : names.indexOf(time),
    all,
    lists: all.filter(({ format }) => format !== null),
  });
}

/** Which column's list cannot be read; null when all can. */
export const unreadableList = (row: SourceRow, { lists }: RowColumns): string | null =>
  lists.find(({ index, format }) => cellValue(row[index] ?? null, format) === undefined)?.name ??
  null;

/** Of a row whose lists can be read. */
export function dataOf(row: SourceRow, { all }: RowColumns): Variables {
  const data = new Map<string, VariableValue>();
  for (const { name, index, format } of all) {
    data.set(name, cellValue(row[index] ?? null, format) ?? null);
  }
  return data;
}

/** Whether a member's data is what its row says. Looks at each cell once and makes nothing: this
 *  runs for every member at every tick. */
export function isSameData(data: Variables, row: SourceRow, { all }: RowColumns): boolean {
  if (data.size !== all.length) return false;
  for (const { name, index, format } of all) {
    const known = data.get(name);
    const cell = row[index] ?? null;
    if (format === null ? known !== cell : !isSameList(known, cellValue(cell, format)))
      return false;
  }
  return true;
}

const isSameList = (one: unknown, other: unknown): boolean =>
  Array.isArray(one) &&
  Array.isArray(other) &&
  one.length === other.length &&
  one.every((value, index) => value === other[index]);

/** Undefined when a list cannot be read. An empty cell is an empty list. */
function cellValue(cell: SourceCell, format: MultiValueFormat | null): VariableValue | undefined {
  if (format === null) return cell;
  if (cell === null) return [];
  const list = readMultiValue(String(cell), format);
  return list.ok ? list.value : undefined;
}
