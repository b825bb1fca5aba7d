/** The words of a dialect for kinds of columns, and its few turns of phrase in definitions. */
import type { RawBuilder } from "kysely";

export type Words = {
  /** Ids and counts. */
  readonly number: string;
  readonly flag: string;
  /** Text that is compared, byte by byte (R55), of at most so many characters. */
  readonly text: (charsMax: number) => string;
  /** Text of any length that is never compared. */
  readonly longText: string;
  /** ISO 8601 in UTC with milliseconds. */
  readonly instant: string;
  /** A primary key that numbers itself. */
  readonly numbered: string;
  /** Said at the end of every table. */
  readonly tableEnd: RawBuilder<unknown>;
  /** The same for tables that are kept in the order of their primary key. */
  readonly orderedTableEnd: RawBuilder<unknown>;
  /** What the table of executions needs besides. */
  readonly afterExecutions?: RawBuilder<unknown>;
  /** What finds members by `lower(member_key)`. */
  readonly foldedKeys: readonly RawBuilder<unknown>[];
  /** One value out of a JSON column, as text. */
  readonly jsonValue: (column: string, path: string) => RawBuilder<string | null>;
  /** Each item of the list in a JSON column, joined as `j`, and its place in it, from 0. */
  readonly eachItem: (column: string) => RawBuilder<unknown>;
  readonly itemPlace: RawBuilder<number>;
  /** An object or list out of a JSON column, as JSON text. */
  readonly jsonPart: (column: string, path: string) => RawBuilder<string | null>;
};
