import { describe, expect, test } from "@jest/globals";
import { parseBatchTime } from "../../../runtime/domain/batch-time.ts";
import {
  batchVariables,
  isSpecialVariable,
  memberVariables,
} from "../../../runtime/domain/variables.ts";

const START = new Date("2026-06-01T10:00:00.123Z");

describe("variables of a batch", () => {
  test("M-031: are its id as a number and its start as ISO text", () => {
    expect(batchVariables({ id: 42, start: START })).toEqual(
      new Map<string, unknown>([
        ["_batch_id", 42],
        ["_batch_start_time", "2026-06-01T10:00:00.123Z"],
      ]),
    );
  });

  test("M-031: the start read back is the same instant", () => {
    const text = String(batchVariables({ id: 1, start: START }).get("_batch_start_time"));
    expect(parseBatchTime(text, "Asia/Tokyo")).toEqual({ ok: true, value: START });
  });

  test("M-090 (part): a manual batch has no start to give", () => {
    expect([...batchVariables({ id: 42, start: null }).keys()]).toEqual(["_batch_id"]);
  });

  test.each([
    ["_batch_id", true],
    ["_batch_start_time", true],
    ["_batch", false],
    ["UserId", false],
  ])("whether %s is taken: %s", (name, special) => {
    expect(isSpecialVariable(name)).toBe(special);
  });
});

describe("variables of a member", () => {
  const row = new Map([
    ["Upn", "row"],
    ["Both", "row"],
    ["_batch_id", "row"],
    ["_batch_start_time", "row"],
  ]);
  const workerData = new Map([
    ["UserId", "worker"],
    ["Both", "worker"],
    ["_batch_id", "worker"],
  ]);
  const variables = memberVariables(batchVariables({ id: 42, start: null }), workerData, row);

  test.each([
    ["Upn", "row"],
    ["UserId", "worker"],
    ["Both", "worker"],
    ["_batch_id", 42],
  ])("M-030, M-033 (part): %s comes from where it should", (name, value) => {
    expect(variables.has(name)).toBe(true);
    expect(variables.get(name)).toBe(value);
  });

  test.each(["Nowhere", "upn", "_batch_start_time"])(
    "M-034 (part): %s is unresolved, and no column can stand in for a special variable",
    (name) => {
      expect(variables.has(name)).toBe(false);
      expect(variables.get(name)).toBeUndefined();
    },
  );
});
