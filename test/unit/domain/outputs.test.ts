import { describe, expect, test } from "@jest/globals";
import { LIMITS } from "../../../runtime/contract/limits.ts";
import { extractOutputs, mergeWorkerData } from "../../../runtime/domain/outputs.ts";
import type { VariableValue } from "../../../runtime/domain/template.ts";

const extract = (outputs: Record<string, string>, result: unknown) =>
  extractOutputs(new Map(Object.entries(outputs)), result);
const values = (entries: Record<string, VariableValue>) => ({
  ok: true,
  value: new Map(Object.entries(entries)),
});

describe("outputs of a step", () => {
  test("M-033 (part): are copied from the result's data", () => {
    const result = { complete: true, data: { UserId: "abc-123", n: 1, on: true, none: null } };
    expect(extract({ Id: "UserId", N: "n", On: "on", None: "none" }, result)).toEqual(
      values({ Id: "abc-123", N: 1, On: true, None: null }),
    );
  });

  test("M-033 (part): come from the result itself when it has no data object", () => {
    expect(extract({ Id: "UserId" }, { UserId: "x" })).toEqual(values({ Id: "x" }));
    expect(extract({ D: "data" }, { data: ["a", "b"] })).toEqual(values({ D: ["a", "b"] }));
    expect(extract({ D: "data" }, { data: null })).toEqual(values({ D: null }));
  });

  test("M-033 (part): a field beside data is not looked for", () => {
    expect(extract({ Done: "complete" }, { complete: true, data: {} })).toEqual({
      ok: false,
      error: [{ kind: "missing", variable: "Done", field: "complete" }],
    });
  });

  test("I30 (part): a secret that the worker hid is no output but a failure of this step", () => {
    const hidden = [{ kind: "hidden-secret", variable: "Pw", field: "InitialPassword" }];
    for (const value of ["[secret]", "is [secret]", ["a", "[secret]"]]) {
      const found = extract({ Pw: "InitialPassword" }, { InitialPassword: value });
      expect(found).toEqual({ ok: false, error: hidden });
    }
  });

  test("a step without outputs wants nothing of its result", () => {
    expect(extract({}, undefined)).toEqual(values({}));
  });

  test.each([undefined, null, "text", 7, ["x"], {}])(
    "R21 (part): %p has no fields, which is a failure of this step",
    (result) => {
      expect(extract({ A: "a", B: "b" }, result)).toEqual({
        ok: false,
        error: [
          { kind: "missing", variable: "A", field: "a" },
          { kind: "missing", variable: "B", field: "b" },
        ],
      });
    },
  );

  test.each([[{}], [[1]], [["a", null]], [[["a"]]], [undefined]])(
    "R21 (part): %p is nothing a template could hold",
    (value) => {
      expect(extract({ A: "a" }, { a: value })).toEqual({
        ok: false,
        error: [{ kind: "not-a-value", variable: "A", field: "a" }],
      });
    },
  );

  test("I23 (part): texts and lists above the limit are refused", () => {
    const longest = "x".repeat(LIMITS.resolvedChars);
    const error = [{ kind: "too-long", variable: "A", field: "a" }];
    expect(extract({ A: "a" }, { a: longest }).ok).toBe(true);
    expect(extract({ A: "a" }, { a: `${longest}x` })).toEqual({ ok: false, error });
    expect(extract({ A: "a" }, { a: [longest] }).ok).toBe(true);
    expect(extract({ A: "a" }, { a: [longest, "x"] })).toEqual({ ok: false, error });
  });

  test.each(["constructor", "_batch_id", "_batch_start_time", "a b ", "{{x}}"])(
    "R54: no output may be called %s",
    (variable) => {
      expect(extract({ [variable]: "a" }, { a: 1 })).toEqual({
        ok: false,
        error: [{ kind: "reserved-name", variable, field: "a" }],
      });
    },
  );

  test("R54: what every object inherits is not a field", () => {
    expect(extract({ A: "constructor", B: "toString" }, { data: {} })).toMatchObject({
      error: [{ kind: "missing" }, { kind: "missing" }],
    });
  });
});

describe("worker data of a member", () => {
  test("M-033 (part): grows, later outputs replacing earlier ones of the same name", () => {
    const known = new Map<string, VariableValue>([
      ["A", 1],
      ["B", 2],
    ]);
    const merged = mergeWorkerData(
      known,
      new Map<string, VariableValue>([
        ["B", 3],
        ["C", 4],
      ]),
    );
    expect([...merged]).toEqual([
      ["A", 1],
      ["B", 3],
      ["C", 4],
    ]);
    expect(known.get("B")).toBe(2);
  });
});
