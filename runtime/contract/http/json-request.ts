/** The JSON body of a request: bounded, fields in any casing, checked once. */
import type { z } from "zod";
import { type FieldsFailure, fieldsOf, readFields } from "../fields.ts";
import { type JsonFailure, type JsonText, readJson } from "../json.ts";
import { LIMITS } from "../limits.ts";
import { fail, type Result } from "../result.ts";
import { checkSchema, type FieldProblem } from "../schema-check.ts";

export type RequestFailure =
  | JsonFailure
  | FieldsFailure
  | { readonly kind: "invalid"; readonly problems: readonly FieldProblem[] };

export type JsonRequest<Schema extends z.ZodObject = z.ZodObject> = {
  readonly contentType: "application/json";
  /** As it is documented: one casing. */
  readonly schema: Schema;
  /** An empty body reads as an empty object, so that optional bodies may be left out. */
  readonly read: (body: JsonText) => Result<z.output<Schema>, RequestFailure>;
};

export function jsonRequest<Schema extends z.ZodObject>(schema: Schema): JsonRequest<Schema> {
  const fields = fieldsOf(schema);
  return {
    contentType: "application/json",
    schema,
    read: (body) => {
      const json = readJson(body.length === 0 ? "{}" : body, LIMITS.requestBytes);
      if (!json.ok) return json;
      const named = readFields(json.value, fields);
      if (!named.ok) return named;
      const request = checkSchema(schema, named.value);
      return request.ok ? request : fail({ kind: "invalid", problems: request.error });
    },
  };
}
