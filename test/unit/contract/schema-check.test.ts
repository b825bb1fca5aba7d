import { describe, expect, test } from "@jest/globals";
import { z } from "zod";
import { LIMITS } from "../../../runtime/contract/limits.ts";
import { checkSchema } from "../../../runtime/contract/schema-check.ts";

describe("what is wrong with a field", () => {
  const schema = z.object({ inside: z.object({ count: z.int() }), names: z.array(z.string()) });

  test("a value that fits comes back typed", () => {
    const value = { inside: { count: 1 }, names: [] };
    expect(checkSchema(schema, value)).toEqual({ ok: true, value });
  });

  test("each problem names its field by path and never quotes the value", () => {
    const checked = checkSchema(schema, { inside: { count: "s3cret" }, names: ["a", 1] });
    expect(checked).toMatchObject({
      ok: false,
      error: [{ field: "inside.count" }, { field: "names.1" }],
    });
    expect(JSON.stringify(checked)).not.toContain("s3cret");
  });

  test("a body full of problems gives a bounded list", () => {
    const checked = checkSchema(schema, { inside: { count: 1 }, names: Array(1_000).fill(1) });
    expect(checked.ok ? 0 : checked.error.length).toBe(LIMITS.problemsPerFile);
  });
});
