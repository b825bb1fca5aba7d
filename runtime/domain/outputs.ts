/** What a step keeps of its worker's result: `output_params` names a variable and the field it
 *  is copied from (M-033). Fields are looked up in the result's `data` when that is an object,
 *  as workers report (`{complete, data: {…}}`), otherwise in the result itself; one place only,
 *  so a field can never be found in the wrong one.
 *  A field that is not there is a failure of this step, not of every later one (R21). So is a
 *  secret, which no result carries: the mark in its place would be taken for the value. */
import { LIMITS } from "../contract/limits.ts";
import { fail, ok, type Result } from "../contract/result.ts";
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

const isFields = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function fieldsOf(result: unknown): ReadonlyMap<string, unknown> {
  if (!isFields(result)) return new Map();
  const top = new Map<string, unknown>(Object.entries(result));
  const data = top.get("data");
  return isFields(data) ? new Map(Object.entries(data)) : top;
}

function readField(
  fields: ReadonlyMap<string, unknown>,
  field: string,
): Result<VariableValue, Exclude<OutputFailure["kind"], "reserved-name">> {
  if (!fields.has(field)) return fail("missing");
  const value = fields.get(field);
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
