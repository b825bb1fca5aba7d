/** Comparisons of filter values. Text is compared by code units, upper and lower case apart. */
import type { Comparison, FilterValue } from "./expression.ts";

export function compare(
  operator: Comparison,
  left: FilterValue,
  right: FilterValue,
): boolean | null {
  if (left === null || right === null) return null;
  if (kindOf(left) !== kindOf(right)) {
    if (operator === "=") return false;
    return operator === "<>" ? true : null;
  }
  const isBelow = left < right;
  const isAbove = left > right;
  const isEqual = !isBelow && !isAbove;
  if (operator === "=") return isEqual;
  if (operator === "<>") return !isEqual;
  // Which of true and false is the greater has no answer.
  if (typeof left === "boolean") return null;
  if (operator === "<") return isBelow;
  if (operator === ">") return isAbove;
  return operator === "<=" ? !isAbove : !isBelow;
}

const kindOf = (value: string | bigint | number | boolean): string =>
  typeof value === "bigint" ? "number" : typeof value;
