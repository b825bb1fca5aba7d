/** What an answer must be: the other kind ends the case with its text. */
import type { Result } from "../../../runtime/contract/result.ts";

export function answerOf<Value, Failure>(result: Result<Value, Failure> | undefined): Value {
  if (result?.ok === true) return result.value;
  throw new Error(`unexpected: ${JSON.stringify(result)}`);
}

export const failureOf = <Value, Failure>(result: Result<Value, Failure> | undefined): Failure => {
  if (result?.ok === false) return result.error;
  throw new Error(`a failure was expected: ${JSON.stringify(result)}`);
};
