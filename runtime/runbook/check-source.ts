/** The data source: when a batch starts, and columns that are named where they exist. */
import { isVariableName } from "../domain/template.ts";
import { type Finding, finding } from "./finding.ts";
import type { Outline, SourceOutline, Text } from "./outline.ts";
import { selectedColumns } from "./select-list.ts";
import { didYouMean, quote } from "./suggest.ts";

/** Sources whose batches start when a person says so, if the runbook names no time. */
const STARTED_BY_HAND: ReadonlySet<string> = new Set(["csv", "scenarios"]);
const QUERIED: ReadonlySet<string> = new Set(["dataverse", "databricks", "sql"]);

export function checkSource({ source }: Outline): readonly Finding[] {
  if (source === null) return [];
  return [
    ...checkStart(source),
    ...(source.columns ?? []).flatMap(checkColumnName),
    ...repeated([...(source.columns ?? [])]),
    ...repeated([...source.multiValued]),
    ...checkNamedColumns(source),
  ];
}

function checkStart({
  type,
  start,
  batchTime,
  batchTimeColumn,
  hidesStart,
}: SourceOutline): readonly Finding[] {
  if (batchTime !== null && batchTimeColumn !== null) {
    const at = Math.max(batchTime.start, batchTimeColumn.start);
    const message = "data_source has both batch_time and batch_time_column";
    return [finding("E3201", at, message, "Keep the one that is meant.")];
  }
  if (batchTime !== null || batchTimeColumn !== null || hidesStart || type === null) return [];
  if (STARTED_BY_HAND.has(type) || !QUERIED.has(type)) return [];
  const message = "data_source says nothing about when a batch starts";
  return [finding("E3202", start, message, "Add batch_time_column, or `batch_time: immediate`.")];
}

function checkColumnName({ value, start }: Text): readonly Finding[] {
  if (value === "" || isVariableName(value)) return [];
  const hint = "Rename it in the source or by an alias in the query.";
  return [finding("E3206", start, `${quote(value)} cannot be the name of a column`, hint)];
}

function repeated(columns: readonly Text[]): readonly Finding[] {
  const seen = new Set<string>();
  return columns.flatMap(({ value, start }) => {
    if (seen.has(value)) return [finding("E3205", start, `column ${quote(value)} is listed twice`)];
    seen.add(value);
    return [];
  });
}

function checkNamedColumns(source: SourceOutline): readonly Finding[] {
  const { primaryKey, batchTimeColumn, multiValued, columns } = source;
  if (source.hidesColumns) return [];
  const named = [primaryKey, batchTimeColumn, ...multiValued].filter((text) => text !== null);
  if (columns !== null) {
    const known = columns.map(({ value }) => value);
    return named.flatMap(({ value, start }) => {
      if (value === "" || known.includes(value)) return [];
      const message = `${quote(value)} is not among the declared columns`;
      return [finding("E3203", start, message, didYouMean(value, known) ?? "Add it to columns.")];
    });
  }
  const selected = source.query === null ? null : selectedColumns(source.query);
  if (selected === null) return [];
  return named.flatMap(({ value, start }) => {
    if (selected.has(value)) return [];
    const message = `the query does not seem to return ${quote(value)}`;
    const hint = didYouMean(value, selected) ?? "Add it to the SELECT list, or declare `columns`.";
    return [finding("W3204", start, message, hint)];
  });
}
