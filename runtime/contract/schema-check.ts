/** From a schema's verdict to the one shape in which we report what is wrong with a field.
 *  A problem names the field and the rule and never quotes the value. */
import type { z } from "zod";
import { LIMITS } from "./limits.ts";
import { fail, ok, type Result } from "./result.ts";

export type FieldProblem = {
  /** Dotted path from the body's top, `correlationData.stepExecutionId`; empty for the body. */
  readonly field: string;
  readonly message: string;
};

export function checkSchema<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): Result<z.output<Schema>, readonly FieldProblem[]> {
  const checked = schema.safeParse(value);
  if (checked.success) return ok(checked.data);
  const issues = checked.error.issues.slice(0, LIMITS.problemsPerFile);
  return fail(issues.map(({ path, message }) => ({ field: path.join("."), message })));
}
