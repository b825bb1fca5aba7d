/** Reads the JSON of an answer into what is expected of it. A service that answers otherwise is
 *  not one we know how to wait for. */
import type { z } from "zod";
import { fail, ok, type Result } from "../../runtime/contract/result.ts";
import type { Answer } from "./ask.ts";
import { type DeployFailure, failure } from "./failure.ts";

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function readAnswer<Schema extends z.ZodType>(
  what: string,
  schema: Schema,
  { text }: Answer,
): Result<z.output<Schema>, DeployFailure> {
  const read = schema.safeParse(parsed(text));
  return read.success
    ? ok(read.data)
    : fail(failure("rejected", what, "the answer is in a form that is not documented"));
}
