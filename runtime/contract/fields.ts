/** Field names on the wire. A reader takes each field in any casing (`batchId`, `BatchId`,
 *  `batch_id`) and hands on one; a body that has the same field in two casings says two things
 *  and is refused. A writer puts out exactly one casing, fields in declared order.
 *  Only envelopes are renamed: what is inside parameters, results and payloads is not ours. */
import { isJsonObject, type JsonObject } from "./json-object.ts";
import { fail, ok, type Result } from "./result.ts";

export type Wire = "camel" | "pascal";

type Field = { readonly name: string; readonly pascal: string; readonly inner: Fields | null };
export type Fields = {
  readonly inOrder: readonly Field[];
  readonly byKey: ReadonlyMap<string, Field>;
};

export type FieldsFailure =
  | { readonly kind: "not-an-object" }
  | { readonly kind: "ambiguous-field"; readonly field: string };

const fold = (key: string): string => key.replaceAll("_", "").toLowerCase();
const toPascal = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** `inner` holds the fields of those fields that are envelopes themselves. */
export function fieldsOf(
  schema: { readonly shape: Readonly<Record<string, unknown>> },
  inner: Readonly<Record<string, Fields>> = {},
): Fields {
  const inOrder = Object.keys(schema.shape).map((name) => {
    return { name, pascal: toPascal(name), inner: inner[name] ?? null };
  });
  const byKey = new Map(
    inOrder.flatMap((field) =>
      [field.name, field.pascal, fold(field.name)].map((key) => [key, field]),
    ),
  );
  return { inOrder, byKey };
}

/** Renames known fields; leaves out the unknown, which newer senders may add. */
export function readFields(value: unknown, fields: Fields): Result<JsonObject, FieldsFailure> {
  if (!isJsonObject(value)) return fail({ kind: "not-an-object" });
  const named: Record<string, unknown> = {};
  for (const key in value) {
    const field = fields.byKey.get(key) ?? fields.byKey.get(fold(key));
    if (field === undefined) continue;
    const { name, inner } = field;
    if (Object.hasOwn(named, name)) return fail({ kind: "ambiguous-field", field: name });
    const item = value[key];
    if (inner === null || !isJsonObject(item)) {
      named[name] = item;
      continue;
    }
    const inside = readFields(item, inner);
    if (!inside.ok) return inside;
    named[name] = inside.value;
  }
  return ok(named);
}

/** Null and absent mean the same to every reader, so null is not written. */
export function toWire(value: JsonObject, fields: Fields, wire: Wire): JsonObject {
  const written: Record<string, unknown> = {};
  for (const { name, pascal, inner } of fields.inOrder) {
    const item = value[name];
    if (item === null || item === undefined) continue;
    const key = wire === "pascal" ? pascal : name;
    written[key] = inner !== null && isJsonObject(item) ? toWire(item, inner, wire) : item;
  }
  return written;
}
