import { describe, expect, test } from "@jest/globals";
import { explain, explainTopics } from "../../../runtime/runbook/explain.ts";

const textOf = (topic: string): string => {
  const explained = explain(topic);
  return explained.ok ? explained.value : `no help, nearest ${explained.error.nearest}`;
};

describe("explaining keys and codes", () => {
  test("a code is told with its severity, its reason and an example, in any case", () => {
    expect(textOf("e3301")).toBe(`E3301 (error): The poll interval is longer than the timeout

  The operation would time out before the worker is asked again even once.

  Example:
    poll: {interval: 1h, timeout: 30m}
`);
  });

  test("a key is told with what it allows, its default and examples", () => {
    expect(textOf("phases.gate").split("\n")).toEqual([
      "phases.gate (optional)",
      "  `previous_phase` lets a member in only after its steps of the phase before are over; " +
        "`none` starts at the due time regardless.",
      "  Allowed: previous_phase, none",
      "  Default: previous_phase",
      "  Example: none",
      "",
    ]);
  });

  test("the end of a path is enough, and indexes are passed over", () => {
    expect(textOf("poll.interval")).toMatch(/^phases\.steps\.poll\.interval \(required\)\n/);
    expect(textOf("phases[1].steps[0].poll.interval")).toBe(textOf("poll.interval"));
  });

  test("a key that means different things in different places is told for each, once", () => {
    const titles = textOf("interval").match(/^\S+ \(/gm);
    expect(titles).toEqual([
      "retry.interval (",
      "phases.steps.poll.interval (",
      "phases.steps.retry.interval (",
    ]);
    expect(textOf("connection").match(/^data_source\.connection/gm)).toHaveLength(1);
    expect(textOf("data_source.type").match(/^ {2}Allowed: /gm)).toHaveLength(5);
  });

  test("an unknown topic comes back with the nearest one, if any is near", () => {
    expect(explain("pol.interval")).toEqual({
      ok: false,
      error: { topic: "pol.interval", nearest: "poll.interval" },
    });
    expect(explain("nothing-like-it")).toMatchObject({ ok: false, error: { nearest: null } });
  });

  test("every listed topic is explained", () => {
    const topics = explainTopics();
    expect(topics).toContain("E1001");
    expect(topics).toContain("phases.steps.retry.backoff.max_interval");
    expect(new Set(topics).size).toBe(topics.length);
    expect(topics.filter((topic) => !explain(topic).ok)).toEqual([]);
  });
});
