import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { runbookJsonSchema, type SchemaNode } from "../../../runtime/runbook/json-schema.ts";

const schema = runbookJsonSchema();

/** Every mapping key of the schema, with the path that leads to it. */
function fieldsOf(node: SchemaNode, path: string): readonly (readonly [string, SchemaNode])[] {
  const inner = [
    ...(node.oneOf ?? []),
    ...(node.anyOf ?? []),
    ...(node.items ? [node.items] : []),
    ...(typeof node.additionalProperties === "object" ? [node.additionalProperties] : []),
  ];
  return [
    ...Object.entries({ ...node.properties, ...node.definitions }).flatMap(([key, field]) => [
      [`${path}.${key}`, field] as const,
      ...fieldsOf(field, `${path}.${key}`),
    ]),
    ...inner.flatMap((one) => fieldsOf(one, path)),
  ];
}

describe("the JSON Schema of runbooks", () => {
  test("the committed file is what the schema prints", () => {
    const committed = readFileSync(
      new URL("../../../schemas/runbook.v1.json", import.meta.url),
      "utf8",
    );
    expect(committed).toBe(`${JSON.stringify(schema, null, 2)}\n`);
  });

  test("every field has a description, a whole sentence", () => {
    const fields = fieldsOf(schema, "runbook");
    expect(fields.length).toBeGreaterThan(60);
    const silent = fields.filter(([, { description }]) => !/^[A-Z`].*\.$/.test(description ?? ""));
    expect(silent.map(([path]) => path)).toEqual([]);
  });

  test("M-017 (part), M-023, M-025: what must be there is required, and nothing else is", () => {
    const phase = schema.properties?.["phases"]?.items;
    const step = schema.definitions?.["step"];
    expect(schema.required).toEqual(["name", "data_source", "phases"]);
    expect(phase?.required).toEqual(["name", "offset", "steps"]);
    expect(step?.required).toEqual(["name", "worker_id", "function"]);
    expect(step?.properties?.["poll"]?.required).toEqual(["interval", "timeout"]);
    expect(step?.properties?.["retry"]?.required).toEqual(["max_retries"]);
  });

  test("M-018 (part), X-65 (part): each type of data source says what it needs", () => {
    const needs = (schema.properties?.["data_source"]?.oneOf ?? []).map((one) => [
      one.properties?.["type"]?.const,
      one.required?.filter((key) => key !== "type"),
    ]);
    expect(Object.fromEntries(needs)).toEqual({
      dataverse: ["connection", "query", "primary_key"],
      databricks: ["connection", "warehouse_id", "query", "primary_key"],
      sql: ["connection", "query", "primary_key"],
      csv: ["primary_key"],
      scenarios: [],
    });
  });

  test("M-024, R45: editors see the patterns of offsets and durations", () => {
    const phase = schema.properties?.["phases"]?.items;
    const poll = schema.definitions?.["step"]?.properties?.["poll"];
    const offset = new RegExp(phase?.properties?.["offset"]?.pattern ?? "(?!)");
    const interval = new RegExp(poll?.properties?.["interval"]?.pattern ?? "(?!)");
    expect(
      ["T-5d", "T-0", "T-90s", "T+1h", "5d", "T-1h30m"].map((one) => offset.test(one)),
    ).toEqual([true, true, true, false, false, false]);
    expect(["30s", "7d", "1w", "1.5h", "-1h"].map((one) => interval.test(one))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  test("it names its draft, itself and its title", () => {
    expect(schema).toMatchObject({
      $schema: "http://json-schema.org/draft-07/schema#",
      $id: "urn:drover:schema:runbook:v1",
      title: "Drover runbook",
    });
  });
});
