/** Columns for text without a bound of the database's own: JSON, YAML, bodies, reasons. */
import type { ColumnDefinition } from "./table.ts";

export const longText: ColumnDefinition = { kind: "longText", nullable: false };
export const maybeLongText: ColumnDefinition = { kind: "longText", nullable: true };
const CHARS = 32;

/** A closed set of words, held to it by the database (M-065). */
export const oneOf = (values: readonly string[]): ColumnDefinition => ({
  kind: { chars: CHARS },
  nullable: false,
  oneOf: values,
});
export const maybeOneOf = (values: readonly string[]): ColumnDefinition => ({
  ...oneOf(values),
  nullable: true,
});
