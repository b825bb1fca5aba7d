/** An operation is one statement with named arguments. It is built by Kysely and compiled once,
 *  when a store is opened; a call then only puts cells into places.
 *  A plural operation is called with many rows of arguments. A dialect runs it once per row or
 *  once for all of them; either way each row is guarded on its own. */
import { type Compilable, type Kysely, type RawBuilder, sql } from "kysely";
import type { Cell } from "./columns.ts";
import type { Flavour } from "./flavour.ts";
import type { Schema } from "./schema.ts";

export type Tools = { readonly db: Kysely<Schema>; readonly flavour: Flavour };

export type Operation = {
  readonly name: string;
  /** Its arguments, in the order in which calls give them. */
  readonly takes: readonly string[];
  readonly build: (tools: Tools) => Compilable | RawBuilder<unknown>;
};

export type Compiled = {
  readonly name: string;
  readonly sql: string;
  /** From the arguments of a call to the cells of the statement. */
  readonly bind: (given: readonly Cell[]) => readonly Cell[];
};

/** Stands in a query for a cell that each call brings. */
type Place = { readonly place: string };

export const arg = <Value extends Cell>(place: string): RawBuilder<Value> =>
  sql<Value>`${{ place } satisfies Place}`;

const isPlace = (value: unknown): value is Place =>
  typeof value === "object" && value !== null && "place" in value;

const isCell = (value: unknown): value is Cell =>
  value === null || typeof value === "string" || typeof value === "number";

export function compileOperation({ name, takes, build }: Operation, tools: Tools): Compiled {
  const built = build(tools);
  const { sql: text, parameters } =
    "isRawBuilder" in built ? built.compile(tools.db) : built.compile();
  const from = parameters.map((parameter): number | { readonly cell: Cell } => {
    if (isCell(parameter)) return { cell: parameter };
    const at = isPlace(parameter) ? takes.indexOf(parameter.place) : -1;
    if (at < 0) throw new Error(`${name} uses an argument that it does not take`);
    return at;
  });
  const asGiven = from.length === takes.length && from.every((at, index) => at === index);
  const bind = (given: readonly Cell[]): readonly Cell[] =>
    asGiven
      ? given
      : from.map((each) => (typeof each === "number" ? (given[each] ?? null) : each.cell));
  return { name, sql: text, bind };
}
