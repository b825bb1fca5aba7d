/** Prints a CliError: one line that says what, then where, why and the next thing to do. */
import { inspect } from "node:util";
import { type CliError, ERROR_CODES } from "../cli-error.ts";
import type { Paint } from "./colour.ts";
import { visibleLine, visibleText } from "./visible.ts";

export function errorText(error: CliError, paint: Paint, debug: boolean): string {
  const details = [
    ["where", error.where],
    ["why", error.why],
    ["next", error.next],
    ["id", error.correlationId],
  ].flatMap(([label, text]) =>
    typeof text === "string"
      ? [`  ${paint.faint(`${label}:`.padEnd(6))} ${visibleLine(text)}`]
      : [],
  );
  const lines = [
    `${paint.bad(`error ${error.code}`)} ${visibleLine(error.what)}`,
    ...error.notes.map((note) => `  ${visibleLine(note)}`),
    ...details,
    ...(debug && error.cause !== null ? [visibleText(inspect(error.cause))] : []),
  ];
  return `${lines.join("\n")}\n`;
}

export const exitCodeOf = (error: CliError) => ERROR_CODES[error.code].exit;
