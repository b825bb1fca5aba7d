import { describe, expect, test } from "@jest/globals";
import { z } from "zod";
import { fieldsOf, readFields, toWire } from "../../../runtime/contract/fields.ts";

const inner = fieldsOf(z.object({ stepExecutionId: z.int() }));
const shape = z.object({ batchId: z.int(), memberIds: z.array(z.int()), inside: z.unknown() });
const fields = fieldsOf(shape, { inside: inner });

describe("field names", () => {
  test.each(["batchId", "BatchId", "BATCHID", "batchid", "batch_id", "Batch_Id"])(
    "X-12, X-50 (part): %s is read as batchId",
    (key) => {
      expect(readFields({ [key]: 42 }, fields)).toEqual({ ok: true, value: { batchId: 42 } });
    },
  );

  test.each([
    [{ batchId: 1, BatchId: 1 }, "batchId"],
    [{ BATCHID: 1, batch_id: 2 }, "batchId"],
    [{ inside: { StepExecutionId: 1, stepExecutionId: 1 } }, "stepExecutionId"],
  ])("X-12: %j says one field twice and is refused", (body, field) => {
    const error = { kind: "ambiguous-field", field };
    expect(readFields(body, fields)).toEqual({ ok: false, error });
  });

  test("X-12: unknown fields are left out and take no part in anything", () => {
    const body = { batchId: 1, added: { deep: 1 }, Added: 2 };
    expect(readFields(body, fields)).toEqual({ ok: true, value: { batchId: 1 } });
  });

  test("envelopes inside are renamed too, other values are not touched", () => {
    const body = { Inside: { StepExecutionId: 7 }, MemberIds: [{ A: 1 }] };
    const value = { inside: { stepExecutionId: 7 }, memberIds: [{ A: 1 }] };
    expect(readFields(body, fields)).toEqual({ ok: true, value });
    expect(readFields({ inside: null }, fields)).toEqual({ ok: true, value: { inside: null } });
  });

  test.each([null, [], "text", 1])("%p is no object with fields", (body) => {
    expect(readFields(body, fields)).toEqual({ ok: false, error: { kind: "not-an-object" } });
  });

  test("X-12: a writer puts out one casing, in declared order, without nulls", () => {
    const value = { inside: { stepExecutionId: 7 }, memberIds: null, batchId: 1, stray: 1 };
    expect(JSON.stringify(toWire(value, fields, "camel"))).toBe(
      '{"batchId":1,"inside":{"stepExecutionId":7}}',
    );
    expect(JSON.stringify(toWire(value, fields, "pascal"))).toBe(
      '{"BatchId":1,"Inside":{"StepExecutionId":7}}',
    );
    expect(toWire({ inside: "text", batchId: undefined }, fields, "camel")).toEqual({
      inside: "text",
    });
  });
});
