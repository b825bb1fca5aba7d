/** Columns of named values: a member's data, what workers returned, what a rollback refers to. */
import type { VariableValue } from "../../domain/template.ts";
import type { Variables } from "../../domain/variables.ts";
import { type Cell, type Column, json } from "./columns.ts";

const OBJECT = json<Record<string, VariableValue>>("object");

const toText = (variables: Variables): string => JSON.stringify(Object.fromEntries(variables));
const toVariables = (cell: Cell): Variables => new Map(Object.entries(OBJECT.read(cell)));

export const variables = (name: string): Column<Variables> => ({
  name,
  write: toText,
  read: toVariables,
});

export const variablesOrNull = (name: string): Column<Variables | null> => ({
  name,
  write: (value) => (value === null ? null : toText(value)),
  read: (cell) => (cell === null ? null : toVariables(cell)),
});
