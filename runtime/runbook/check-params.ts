/** The sizes and the nesting of what a step sends, and numbers that would arrive changed. */
import { LIMITS } from "../contract/limits.ts";
import { type Finding, finding } from "./finding.ts";
import type { Outline, StepOutline } from "./outline.ts";
import { quote } from "./suggest.ts";
import type { ScalarTree, Tree } from "./tree.ts";
import { childrenOf } from "./tree-paths.ts";

export function checkParams({ sequences, rollbacksStart }: Outline): readonly Finding[] {
  const rollbacks = sequences.filter(({ kind }) => kind === "rollback").length;
  return [
    ...tooMany("rollbacks", rollbacksStart, rollbacks, LIMITS.rollbacksPerRunbook),
    ...sequences.flatMap(({ steps }) => (steps ?? []).flatMap(checkStep)),
  ];
}

function checkStep({ where, params, outputs, outputsStart }: StepOutline): readonly Finding[] {
  const found = tooMany(
    `${where}.output_params`,
    outputsStart,
    outputs.length,
    LIMITS.outputsPerStep,
  );
  if (params === null) return found;
  const { start, entries } = params;
  return [
    ...found,
    ...tooMany(`${where}.params`, start, entries.size, LIMITS.paramsPerStep),
    ...[...entries.values()].flatMap(({ value }) => checkValue(value, 0)),
  ];
}

function tooMany(where: string, at: number, count: number, most: number): readonly Finding[] {
  if (count <= most) return [];
  return [finding("E3404", at, `${where} has ${count} entries; allowed are at most ${most}`)];
}

function checkValue(tree: Tree, depth: number): readonly Finding[] {
  if (tree.kind === "scalar") return checkNumber(tree);
  if (tree.kind === "unknown") return [];
  if (depth === LIMITS.paramDepth) {
    const message = `a parameter is nested more than ${LIMITS.paramDepth} levels deep`;
    return [finding("E3405", tree.start, message)];
  }
  return childrenOf(tree).flatMap((value) => checkValue(value, depth + 1));
}

const PLAIN_NUMBER = /^-?(?:0|[1-9][0-9]{0,15})(?:\.[0-9]{1,15})?$/;

function checkNumber({ value, plain, start }: ScalarTree): readonly Finding[] {
  if (typeof value !== "number" || plain === null) return [];
  const faithful = Number.isInteger(value) ? Number.isSafeInteger(value) : true;
  if (faithful && PLAIN_NUMBER.test(plain)) return [];
  const message = `${plain} is read as the number ${value}`;
  return [finding("W3406", start, message, `Write ${quote(plain)} if text is meant.`)];
}
