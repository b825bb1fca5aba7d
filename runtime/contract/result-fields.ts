/** Where the fields of a worker's result are: in its `data` when that is an object, as workers
 *  report (`{complete, data: {…}}`), otherwise in the result itself. One place only, so a field
 *  can never be found in the wrong one. */
import { isJsonObject, type JsonObject } from "./json-object.ts";

const NONE: JsonObject = {};

export function fieldsOf(result: unknown): JsonObject {
  if (!isJsonObject(result)) return NONE;
  const { data } = result;
  return isJsonObject(data) ? data : result;
}

/** The result with other fields, each in its place. */
export function withFields(result: unknown, fields: JsonObject): unknown {
  if (!isJsonObject(result)) return result;
  const { data } = result;
  return isJsonObject(data)
    ? { ...result, data: { ...data, ...fields } }
    : { ...result, ...fields };
}

/** Those of the named fields that the result has. */
export function pickFields(result: unknown, names: readonly string[]): JsonObject {
  const fields = fieldsOf(result);
  return Object.fromEntries(
    names.filter((name) => Object.hasOwn(fields, name)).map((name) => [name, fields[name]]),
  );
}
