/** The left sides of `output_params`: usable names, readable by somebody, hiding nothing. */
import { isVariableName } from "../domain/template.ts";
import { type Finding, finding } from "./finding.ts";
import type { Outline, SequenceOutline } from "./outline.ts";
import { quote } from "./suggest.ts";
import { type Columns, SPECIAL_VARIABLES } from "./variable-scope.ts";

export const checkOutputs = ({ sequences }: Outline, columns: Columns): readonly Finding[] =>
  sequences.flatMap((sequence) => checkSequence(sequence, columns));

function checkSequence({ kind, steps, where }: SequenceOutline, columns: Columns): Finding[] {
  const nobody = kind === "init" || kind === "finalize";
  return (steps ?? []).flatMap(({ outputs, outputsStart }) => [
    ...(nobody && outputs.length > 0
      ? [finding("W3110", outputsStart, `nobody can read the outputs of ${where}`, "Remove them.")]
      : []),
    ...outputs.flatMap(({ value, start }) => checkName(value, start, columns)),
  ]);
}

function checkName(name: string, at: number, columns: Columns): readonly Finding[] {
  if (SPECIAL_VARIABLES.has(name)) {
    const message = `${quote(name)} is a special variable and cannot be set`;
    return [finding("E3111", at, message, "Choose another name.")];
  }
  if (!isVariableName(name)) {
    const message = `${quote(name)} is not a name of a variable`;
    return [finding("E3111", at, message, "Use letters, digits and underscores.")];
  }
  if (!columns.names.has(name)) return [];
  const message = `from here on ${quote(name)} means this output, not the column`;
  return [finding("W3112", at, message, "Choose another name.")];
}
