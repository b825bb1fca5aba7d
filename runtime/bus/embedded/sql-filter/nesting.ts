/** Reads what is inside something else, down to a bounded depth. */
import type { Expression } from "./expression.ts";
import { failAt, type Reader } from "./reader.ts";

/** Brackets, NOT and signs inside one another. */
const DEPTH_MAX = 64;

export function within(reader: Reader, read: () => Expression): Expression {
  reader.depth += 1;
  if (reader.depth > DEPTH_MAX) {
    const at = reader.tokens[reader.index]?.at ?? 0;
    failAt(reader, at, `a filter is nested at most ${DEPTH_MAX} deep`);
    return { kind: "literal", value: null };
  }
  const expression = read();
  reader.depth -= 1;
  return expression;
}
