import { describe, expect, test } from "@jest/globals";
import { entitiesOf } from "../../../../runtime/bus/embedded/configure.ts";
import { inMemoryBroker } from "../../../../runtime/bus/embedded/in-memory.ts";
import { TOPICS } from "../../../../runtime/contract/blueprint/topics.ts";
import { manualClock } from "../../../../runtime/time/manual/manual-clock.ts";

const entity = (name: string, workerIds: readonly string[] = []) => {
  const found = entitiesOf(TOPICS, workerIds).find(({ topic }) => topic.name === name);
  if (found === undefined) throw new Error(`no topic ${name}`);
  return found;
};

const broker = () => inMemoryBroker(manualClock(new Date(0)), () => "id");

describe("the broker's entities from the blueprint", () => {
  test("every topic of the blueprint is there, with all its subscriptions", () => {
    const made = entitiesOf(TOPICS, ["west"]);
    expect(made.map(({ topic }) => topic.name)).toEqual(Object.keys(TOPICS));
    expect(entity("agent-logs").subscriptions.map(({ name }) => name)).toEqual([
      "orchestrator-monitoring",
      "archival",
    ]);
  });

  test("M-036 (part): windows, sizes and times are taken over", () => {
    expect(entity("worker-jobs").topic).toEqual({
      name: "worker-jobs",
      ttlMs: 7 * 86_400_000,
      bytesMax: 1024 * 1024 * 1024,
      duplicateWindowMs: 600_000,
    });
    expect(entity("agent-logs").topic.bytesMax).toBe(5 * 1024 * 1024 * 1024);
  });

  test("H-046 (part): locks, deliveries and sessions are taken over", () => {
    expect(entity("agent-logs").subscriptions[0]).toEqual({
      name: "orchestrator-monitoring",
      ttlMs: 7 * 86_400_000,
      lockMs: 300_000,
      maxDeliveryCount: 10,
      requiresSession: true,
      deadLetterOnExpiration: true,
      deadLetterOnFilterError: true,
      filters: [{ kind: "all" }],
    });
  });

  test("M-037 (part): each worker has a subscription with a filter of its own", () => {
    const { subscriptions } = entity("worker-jobs", ["west", "east"]);
    expect(subscriptions.map(({ name, filters }) => [name, filters])).toEqual([
      ["worker-west", [{ kind: "correlation", properties: { WorkerId: "west" } }]],
      ["worker-east", [{ kind: "correlation", properties: { WorkerId: "east" } }]],
      [
        "unrouted",
        [{ kind: "sql", expression: "WorkerId IS NULL OR WorkerId NOT IN ('west', 'east')" }],
      ],
    ]);
  });

  test("the broker accepts the whole blueprint, also without a worker", () => {
    expect(broker().configure(entitiesOf(TOPICS, [])).ok).toBe(true);
    expect(broker().configure(entitiesOf(TOPICS, ["west", "east"])).ok).toBe(true);
  });

  test("more workers than the filter of unrouted jobs can name are refused, not forgotten", () => {
    const many = Array.from({ length: 100 }, (_, index) => `worker-number-${index}`);
    expect(broker().configure(entitiesOf(TOPICS, many))).toMatchObject({
      ok: false,
      error: { kind: "invalid-filter", entity: "worker-jobs/unrouted" },
    });
  });
});
