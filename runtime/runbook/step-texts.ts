/** The texts of a step that may hold variables, and where in the file a variable stands. */
import { parseTemplate } from "../domain/template.ts";
import type { StepOutline, Text } from "./outline.ts";
import type { Tree } from "./tree.ts";
import { childrenOf } from "./tree-paths.ts";

const OPEN = "{{";

export type VariableUse = { readonly name: string; readonly at: number };

export const textsOf = ({ function: name, params }: StepOutline): readonly Text[] => [
  ...(name === null ? [] : [name]),
  ...(params === null ? [] : textsIn(params)),
];

function textsIn(tree: Tree): readonly Text[] {
  if (tree.kind !== "scalar") return childrenOf(tree).flatMap(textsIn);
  const { value, start, end } = tree;
  return typeof value === "string" ? [{ value, start, end }] : [];
}

/** Variables of the texts that are sound; a broken text is the template check's business. */
export const usesOf = (step: StepOutline, source: string): readonly VariableUse[] =>
  textsOf(step).flatMap((text) => {
    if (!text.value.includes(OPEN)) return [];
    const template = parseTemplate(text.value);
    if (!template.ok) return [];
    const opens = opensIn(source, text);
    return template.value
      .filter((part) => part.kind === "variable")
      .map(({ name }, index) => ({ name, at: opens[index] ?? text.start }));
  });

/** Escapes and folded lines shift characters, but the n-th `{{` of a text is the n-th `{{` of
 *  its place in the file. */
function opensIn(source: string, { start, end }: Text): readonly number[] {
  const opens: number[] = [];
  for (let at = source.indexOf(OPEN, start); at !== -1 && at < end; ) {
    opens.push(at);
    at = source.indexOf(OPEN, at + OPEN.length);
  }
  return opens;
}

/** The place of the `{{` that stands at `index` of the text's value. */
export function placeInText(source: string, text: Text, index: number): number {
  let before = 0;
  for (let at = text.value.indexOf(OPEN); at !== -1 && at < index; before += 1)
    at = text.value.indexOf(OPEN, at + OPEN.length);
  return opensIn(source, text)[before] ?? text.start;
}
