/** Prepared statements, kept by the operation's name. Operations with a fixed text are prepared
 *  when the store is opened; patches when their combination of columns first occurs. */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { OPERATIONS } from "../operations/all.ts";
import type { Cell } from "../operations/columns.ts";
import { type Compiled, compileOperation, type Operation } from "../operations/operation.ts";
import { sqliteTools } from "./dialect.ts";

export type Statements = {
  /** How many rows it moved. */
  readonly run: (operation: Operation, cells: readonly Cell[]) => number;
  /** The first row of arguments that moved anything but one row, or -1. */
  readonly runEach: (operation: Operation, rows: readonly (readonly Cell[])[]) => number;
  readonly all: (operation: Operation, cells: readonly Cell[]) => readonly Cell[][];
  /** For definitions, which occur once: nothing is kept. */
  readonly define: (operation: Operation) => void;
};

type Prepared = { readonly statement: StatementSync; readonly bind: Compiled["bind"] };

/** Decisions change a few dozen combinations of columns; many more would be a leak. */
const STATEMENTS_MAX = 2_000;

export function prepareStatements(database: DatabaseSync): Statements {
  const tools = sqliteTools();
  const prepared = new Map<string, Prepared>();
  const prepare = (operation: Operation): Prepared => {
    const known = prepared.get(operation.name);
    if (known !== undefined) return known;
    if (prepared.size >= STATEMENTS_MAX) throw new Error("more statements than operations need");
    const { sql, bind } = compileOperation(operation, tools);
    const statement = database.prepare(sql);
    statement.setReturnArrays(true);
    const made = { statement, bind };
    prepared.set(operation.name, made);
    return made;
  };
  for (const operation of OPERATIONS) prepare(operation);
  return {
    run: (operation, cells) => {
      const { statement, bind } = prepare(operation);
      return Number(statement.run(...bind(cells)).changes);
    },
    runEach: (operation, rows) => {
      const { statement, bind } = prepare(operation);
      for (let at = 0; at < rows.length; at += 1) {
        const cells = rows[at];
        if (cells !== undefined && statement.run(...bind(cells)).changes !== 1) return at;
      }
      return -1;
    },
    all: (operation, cells) => {
      const { statement, bind } = prepare(operation);
      return rowsOfCells(statement.all(...bind(cells)));
    },
    define: (operation) => database.exec(compileOperation(operation, tools).sql),
  };
}

/** With `setReturnArrays` each row is a list of cells, which the driver's types do not say. */
const rowsOfCells = (rows: unknown): readonly Cell[][] => rows as Cell[][];
