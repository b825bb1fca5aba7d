/** The failure that a function answers, as far as it is one: what its numbers and texts are is
 *  checked here, because a result with others would be refused by its reader and its step would
 *  wait for an answer that has come. Nothing of the answer is quoted. */
import { isJsonObject } from "../contract/json-object.ts";
import { fail, ok, type Result } from "../contract/result.ts";
import type { FunctionFailure } from "./function.ts";

export function readFailure(error: unknown): Result<FunctionFailure, string> {
  if (!isJsonObject(error)) return fail("`error` is no object");
  const { kind, message, code, retryAfterSec, attempts } = error;
  if (kind !== "throttled" && kind !== "failed" && kind !== "ambiguous") {
    return fail('`error.kind` is none of "throttled", "failed" and "ambiguous"');
  }
  if (typeof message !== "string") return fail("`error.message` is no text");
  if (kind !== "throttled") {
    return typeof code === "string" ? ok({ kind, code, message }) : fail("`error.code` is no text");
  }
  if (typeof retryAfterSec !== "number" || !(retryAfterSec >= 0 && retryAfterSec < Infinity)) {
    return fail("`error.retryAfterSec` is no number of seconds from 0 on");
  }
  if (typeof attempts !== "number" || !(Number.isSafeInteger(attempts) && attempts >= 0)) {
    return fail("`error.attempts` is no whole number from 0 on");
  }
  return ok({ kind, message, retryAfterSec, attempts });
}

/** Also of a failure that is none otherwise: the warning counts. */
export const saysAmbiguous = (error: unknown): boolean =>
  isJsonObject(error) && error["kind"] === "ambiguous";
