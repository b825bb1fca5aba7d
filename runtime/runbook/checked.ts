/** The value of a Result that earlier checks have vouched for; anything else is a bug. */
import type { Result } from "../contract/result.ts";

export function checked<Value, Failure>(result: Result<Value, Failure>): Value {
  if (result.ok) return result.value;
  throw new Error(`a check let this pass: ${JSON.stringify(result.error)}`);
}
