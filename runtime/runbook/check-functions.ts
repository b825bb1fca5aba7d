/** Function names: what remains when variables stand for themselves must be a name a worker
 *  could offer, and a row should not choose all of it (R51). */
import { LIMITS } from "../contract/limits.ts";
import { parseTemplate, type Template } from "../domain/template.ts";
import { type Finding, finding } from "./finding.ts";
import type { Outline, StepOutline } from "./outline.ts";
import { quote } from "./suggest.ts";

const NAME = /^[A-Za-z][A-Za-z0-9_-]*$/;
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
  const filled = fill(template.value);
  if (filled.length <= LIMITS.nameChars && NAME.test(filled)) return [];
  const message = `${where}.function cannot be ${quote(name.value)}`;
  const hint = "A letter first, then letters, digits, hyphens and underscores.";
  return [finding("E3401", name.start, message, hint)];
}

const fill = (template: Template): string =>
  template.map((part) => (part.kind === "text" ? part.text : STAND_IN)).join("");
