/** Which application properties a filter looks at, in lower case. null when it may look at more:
 *  at system properties, or at one whose name it computes. */
import type { Expression } from "./expression.ts";

export function namesIn(expression: Expression): readonly string[] | null {
  switch (expression.kind) {
    case "literal":
      return [];
    case "user":
      return [expression.name.toLowerCase()];
    case "system":
    case "named-by":
      return null;
    case "exists":
      return namesIn(expression.property);
    case "and":
    case "or":
      return all(expression.operands);
    case "not":
    case "minus":
    case "is-null":
      return namesIn(expression.operand);
    case "comparison":
    case "arithmetic":
      return all([expression.left, expression.right]);
    case "in":
      return all([expression.operand, ...expression.list]);
    case "like":
      return all([expression.operand, expression.pattern]);
  }
}

function all(expressions: readonly Expression[]): readonly string[] | null {
  const names: string[] = [];
  for (const expression of expressions) {
    const some = namesIn(expression);
    if (some === null) return null;
    names.push(...some);
  }
  return names;
}
