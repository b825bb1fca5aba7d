/** Values made from a JSON Schema: mostly such as fit it, and some that do not. */
import fc from "fast-check";

export type JsonSchema = Readonly<Record<string, unknown>>;

const HOSTILE = [
  "",
  "0",
  "-1",
  "1e9",
  "null",
  "../..",
  "%00",
  "' or 1=1 --",
  "<script>",
  "\u202e",
  "😀".repeat(20),
];
const DEPTH_MAX = 5;

export const valuesOf = (schema: JsonSchema, depth = 0): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 6, arbitrary: fitting(schema, depth) },
    { weight: 1, arbitrary: fc.constantFrom<unknown>(...HOSTILE, 0, -7, 1.5, true, [], {}) },
  );

function fitting(schema: JsonSchema, depth: number): fc.Arbitrary<unknown> {
  const one = schema["anyOf"] ?? schema["oneOf"];
  if (Array.isArray(one)) return fc.oneof(...one.map((each) => fitting(each, depth)));
  if (Array.isArray(schema["enum"])) return fc.constantFrom(...schema["enum"]);
  if ("const" in schema) return fc.constant(schema["const"]);
  const types = [schema["type"]].flat();
  return fc.oneof(...types.map((type) => ofType(String(type), schema, depth)));
}

function ofType(type: string, schema: JsonSchema, depth: number): fc.Arbitrary<unknown> {
  const min = Number(schema["minimum"] ?? 0);
  switch (type) {
    case "integer":
      return fc.oneof(
        fc.integer({ min, max: min + 3 }),
        fc.integer({ min, max: Math.min(Number(schema["maximum"] ?? 2 ** 31), 2 ** 31) }),
      );
    case "number":
      return fc.double({ min, max: Number(schema["maximum"] ?? 1_000), noNaN: true });
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return fc.array(valuesOf((schema["items"] ?? {}) as JsonSchema, depth + 1), { maxLength: 3 });
    case "object":
      return objects(schema, depth);
    default:
      return texts(schema);
  }
}

function objects(schema: JsonSchema, depth: number): fc.Arbitrary<unknown> {
  if (depth > DEPTH_MAX) return fc.constant({});
  const properties = Object.entries((schema["properties"] ?? {}) as Record<string, JsonSchema>);
  const fields = Object.fromEntries(
    properties.map(([name, inner]) => [name, valuesOf(inner, depth + 1)]),
  );
  const requiredKeys = ((schema["required"] ?? []) as readonly string[]).filter(
    (key) => key in fields,
  );
  return fc.record(fields, { requiredKeys: requiredKeys as never[] });
}

/** Names of things that exist are worth more than any random text. */
const KNOWN = ["welcome", "worker:worker-01", "ada@contoso.com", "2026-03-14T09:00:00.000Z"];

function texts(schema: JsonSchema): fc.Arbitrary<string> {
  const pattern = schema["pattern"];
  const known = fc.constantFrom(...KNOWN);
  if (typeof pattern !== "string" || pattern.length > 100) return fc.oneof(known, fc.string());
  return fc.oneof(fc.stringMatching(new RegExp(pattern)), known, fc.string());
}
