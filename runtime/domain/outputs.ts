/** What a step keeps of its worker's result: `output_params` names a variable and the field it
 *  is copied from (M-033).
 *  A field that is not there is a failure of this step, not of every later one (R21). So is a
 *  secret, which no result carries unless it is marked as sensitive: the mark in its place would
 *  be taken for the value. */
import type { JsonObject } from "../contract/json-object.ts";
import { LIMITS } from "../contract/limits.ts";
import { fail, ok, type Result } from "../contract/result.ts";
import { fieldsOf } from "../contract/result-fields.ts";
import { SECRET_MARK } from "../contract/secret.ts";
import { isVariableName, type VariableValue } from "./template.ts";
import { isSpecialVariable, type Variables } from "./variables.ts";

export type OutputFailure = {
  readonly kind: "missing" | "not-a-value" | "too-long" | "hidden-secret" | "reserved-name";
  readonly variable: string;
  readonly field: string;
};

export function extractOutputs(
  outputParams: ReadonlyMap<string, string>,
  result: unknown,
): Result<Variables, readonly OutputFailure[]> {
  const fields = fieldsOf(result);
  const outputs = new Map<string, VariableValue>();
  const failures: OutputFailure[] = [];
  for (const [variable, field] of outputParams) {
    const value = readField(fields, field);
    if (!isVariableName(variable) || isSpecialVariable(variable)) {
      failures.push({ kind: "reserved-name", variable, field });
    } else if (value.ok) outputs.set(variable, value.value);
    else failures.push({ kind: value.error, variable, field });
  }
  return failures.length > 0 ? fail(failures) : ok(outputs);
}

/** Later outputs replace earlier ones of the same name; what is not named again stays. */
export const mergeWorkerData = (known: Variables, outputs: Variables): Variables =>
  new Map([...known, ...outputs]);

function readField(
  fields: JsonObject,
  field: string,
): Result<VariableValue, Exclude<OutputFailure["kind"], "reserved-name">> {
  if (!Object.hasOwn(fields, field)) return fail("missing");
  const value = fields[field];
  if (!isVariableValue(value)) return fail("not-a-value");
  const text = Array.isArray(value) ? value.join("") : String(value);
  if (text.includes(SECRET_MARK)) return fail("hidden-secret");
  return text.length > LIMITS.resolvedChars ? fail("too-long") : ok(value);
}

/** Objects have no place in a template, and a list is a list of texts. */
function isVariableValue(value: unknown): value is VariableValue {
  if (Array.isArray(value)) return value.every((item) => typeof item === "string");
  return value === null || ["string", "number", "boolean"].includes(typeof value);
}
