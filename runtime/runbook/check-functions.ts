/** Function names: one without variables must be a name a worker can offer, one with variables
 *  must be able to become one, and a row should not choose all of it (R51). */
import { FunctionName } from "../contract/manifest.ts";
import { parseTemplate, type Template } from "../domain/template.ts";
import { type Finding, finding } from "./finding.ts";
import type { Outline, StepOutline } from "./outline.ts";
import { quote } from "./suggest.ts";

/** Any letter will do in place of a variable: the rest must make a name around it. */
const STAND_IN = "X";

export const checkFunctions = ({ sequences }: Outline): readonly Finding[] =>
  sequences.flatMap(({ steps }) => (steps ?? []).flatMap(checkFunction));

function checkFunction({ where, function: name }: StepOutline): readonly Finding[] {
  if (name === null || name.value === "") return [];
  const template = parseTemplate(name.value);
  if (!template.ok) return [];
  if (template.value.every(({ kind }) => kind === "variable")) {
    const message = `${where}.function is chosen by data alone`;
    return [finding("W3402", name.start, message, "Fix at least the verb, as in New-{{Type}}.")];
  }
  if (isName(template.value)) return [];
  const message = `${where}.function cannot be ${quote(name.value)}`;
  const hint = "Write letters, digits, - and _, beginning with a letter: New-EntraUser.";
  return [finding("E3401", name.start, message, hint)];
}

function isName(template: Template): boolean {
  const filled = template.map((part) => (part.kind === "text" ? part.text : STAND_IN)).join("");
  return FunctionName.safeParse(filled).success;
}
