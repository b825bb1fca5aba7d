/** Arithmetic on filter values: whole numbers stay whole, with a decimal everything is decimal,
 *  and `+` joins texts. Anything else is unknown. */
import type { Arithmetic, FilterValue } from "./expression.ts";

type Calculated = { readonly value: FilterValue } | "divided-by-zero";

export function calculate(operator: Arithmetic, left: FilterValue, right: FilterValue): Calculated {
  if (typeof left === "string" && typeof right === "string")
    return { value: operator === "+" ? left + right : null };
  if (typeof left === "bigint" && typeof right === "bigint") return whole(operator, left, right);
  return isNumber(left) && isNumber(right)
    ? { value: decimal(operator, Number(left), Number(right)) }
    : { value: null };
}

const isNumber = (value: FilterValue): value is bigint | number =>
  typeof value === "bigint" || typeof value === "number";

function whole(operator: Arithmetic, left: bigint, right: bigint): Calculated {
  switch (operator) {
    case "+":
      return { value: left + right };
    case "-":
      return { value: left - right };
    case "*":
      return { value: left * right };
    case "/":
      return right === 0n ? "divided-by-zero" : { value: left / right };
    case "%":
      return right === 0n ? "divided-by-zero" : { value: left % right };
  }
}

function decimal(operator: Arithmetic, left: number, right: number): number {
  switch (operator) {
    case "+":
      return left + right;
    case "-":
      return left - right;
    case "*":
      return left * right;
    case "/":
      return left / right;
    case "%":
      return left % right;
  }
}
