import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import {
  forWorker,
  isoDuration,
  isWorkerId,
  subscriptionsOf,
} from "../../../../runtime/contract/blueprint/subscriptions.ts";
import { TOPICS } from "../../../../runtime/contract/blueprint/topics.ts";

const jobs = TOPICS["worker-jobs"];
const filterOf = (workerIds: readonly string[], name: string) =>
  subscriptionsOf(jobs, workerIds).find((subscription) => subscription.name === name)?.filter;

describe("subscriptions of an estate", () => {
  test("M-037, X-74 (part): each worker id gets a subscription that matches its own jobs", () => {
    const made = subscriptionsOf(jobs, ["worker-01", "haymaker"]);
    expect(made.map((subscription) => subscription.name)).toEqual([
      "worker-worker-01",
      "worker-haymaker",
      "unrouted",
    ]);
    expect(made.every((subscription) => !subscription.perWorker)).toBe(true);
    expect(filterOf(["worker-01"], "worker-worker-01")).toEqual({
      kind: "correlation",
      properties: { WorkerId: "worker-01" },
    });
  });

  test("R20 (part): the unrouted subscription takes exactly what no worker's filter takes", () => {
    expect(filterOf(["a", "b"], "unrouted")).toEqual({
      kind: "sql",
      expression: "WorkerId IS NULL OR WorkerId NOT IN ('a', 'b')",
    });
  });

  test("R20 (part): without a worker every job is unrouted", () => {
    expect(filterOf([], "unrouted")).toEqual({ kind: "all" });
  });

  test("a topic without patterns stays as it is", () => {
    expect(subscriptionsOf(TOPICS["agent-logs"], ["worker-01"])).toEqual(
      Object.values(TOPICS["agent-logs"].subscriptions),
    );
  });

  test("filters that name no worker stay as they are", () => {
    const filter = { kind: "sql", expression: "EXISTS(WorkerId)" } as const;
    const each = { ...jobs.subscriptions["worker-{workerId}"], filter };
    const topic = { ...jobs, subscriptions: { each, one: { ...each, perWorker: false } } };
    expect(subscriptionsOf(topic, ["a"]).map((made) => made.filter)).toEqual([filter, filter]);
  });

  test.each(["", "A", "a'b", "-a", "a-", "a b", "a".repeat(44), "a\n"])(
    "R20 (part): %p cannot be a worker id, so it never reaches a filter",
    (id) => {
      expect(isWorkerId(id)).toBe(false);
      expect(() => subscriptionsOf(jobs, [id])).toThrow("cannot be a worker id");
    },
  );

  test("a worker id listed twice is a mistake of the caller", () => {
    expect(() => subscriptionsOf(jobs, ["a", "a"])).toThrow("twice");
  });

  test("the longest worker id still makes a legal subscription name", () => {
    const id = "a".repeat(43);
    expect(isWorkerId(id)).toBe(true);
    expect(forWorker("worker-{workerId}", id)).toHaveLength(50);
  });

  test("no text that passes as a worker id can end a quoted string", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 50 }), (text) => {
        if (isWorkerId(text)) expect(text).toMatch(/^[a-z0-9-]+$/);
      }),
      { seed: 20, numRuns: 500 },
    );
  });
});

describe("ISO 8601 durations", () => {
  test.each([
    [14 * 86_400, "P14D"],
    [7 * 86_400, "P7D"],
    [3_600, "PT1H"],
    [600, "PT10M"],
    [300, "PT5M"],
    [90_061, "P1DT1H1M1S"],
    [86_401, "P1DT1S"],
    [0, "PT0S"],
  ])("%i seconds are written %s", (seconds, text) => {
    expect(isoDuration(seconds)).toBe(text);
  });

  test("what is written adds up to what was meant", () => {
    const form = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;
    fc.assert(
      fc.property(fc.nat(366 * 86_400), (seconds) => {
        const [, d = 0, h = 0, m = 0, s = 0] = form.exec(isoDuration(seconds)) ?? [];
        expect(Number(d) * 86_400 + Number(h) * 3_600 + Number(m) * 60 + Number(s)).toBe(seconds);
      }),
      { seed: 8601 },
    );
  });
});
