import { describe, expect, test } from "@jest/globals";
import { COMPONENTS } from "../../../../runtime/contract/blueprint/components.ts";
import type { Topic } from "../../../../runtime/contract/blueprint/topic-shape.ts";
import { TOPICS } from "../../../../runtime/contract/blueprint/topics.ts";

const DAY_SEC = 86_400;
const topics: readonly Topic[] = Object.values(TOPICS);
const subscriptions = topics.flatMap((topic) =>
  Object.values(topic.subscriptions).map((subscription) => ({ topic, subscription })),
);
const names = (topic: Topic) => Object.keys(topic.subscriptions);

describe("topics", () => {
  test("M-036: three unpartitioned topics of 1024 MB drop duplicates for ten minutes", () => {
    for (const name of ["orchestrator-events", "worker-jobs", "worker-results"] as const) {
      expect(TOPICS[name]).toMatchObject({
        name,
        maxSizeMb: 1024,
        duplicateWindowSec: 600,
        partitioned: false,
      });
    }
  });

  test(
    "M-037, O-001 (part), R20 (part): " +
      "subscriptions carry the seeds' names, and unrouted joins them",
    () => {
      expect(names(TOPICS["orchestrator-events"])).toEqual(["orchestrator"]);
      expect(names(TOPICS["worker-jobs"])).toEqual(["worker-{workerId}", "unrouted"]);
      expect(names(TOPICS["worker-results"])).toEqual(["orchestrator"]);
      expect(TOPICS["orchestrator-events"].subscriptions.orchestrator.filter.kind).toBe("all");
      expect(TOPICS["worker-results"].subscriptions.orchestrator.filter.kind).toBe("all");
    },
  );

  test("X-74 (part): jobs are routed by a correlation filter on WorkerId", () => {
    expect(TOPICS["worker-jobs"].subscriptions["worker-{workerId}"].filter).toEqual({
      kind: "correlation",
      properties: { WorkerId: "{workerId}" },
    });
  });

  test("M-038, O-002: the orchestrator's subscriptions have the seeds' numbers", () => {
    for (const name of ["orchestrator-events", "worker-results"] as const) {
      expect(TOPICS[name].subscriptions.orchestrator).toMatchObject({
        maxDeliveryCount: 10,
        lockSec: 60,
        ttlSec: 14 * DAY_SEC,
        deadLetterOnExpiration: true,
      });
    }
  });

  test("X-25, X-75 (part): events and results live 14 days, jobs and agent logs 7", () => {
    expect(TOPICS["orchestrator-events"].ttlSec).toBe(14 * DAY_SEC);
    expect(TOPICS["worker-results"].ttlSec).toBe(14 * DAY_SEC);
    expect(TOPICS["worker-jobs"].ttlSec).toBe(7 * DAY_SEC);
    expect(TOPICS["agent-logs"].ttlSec).toBe(7 * DAY_SEC);
  });

  test("H-045 (part): agent-logs has subscriptions orchestrator-monitoring and archival", () => {
    expect(names(TOPICS["agent-logs"])).toEqual(["orchestrator-monitoring", "archival"]);
  });

  test("H-046: monitoring locks five minutes, archival one; both deliver ten times", () => {
    const { "orchestrator-monitoring": monitoring, archival } = TOPICS["agent-logs"].subscriptions;
    const shared = { maxDeliveryCount: 10, deadLetterOnExpiration: true };
    expect(monitoring).toMatchObject({ ...shared, lockSec: 300 });
    expect(archival).toMatchObject({ ...shared, lockSec: 60 });
  });

  test("H-047, X-05 (part): agent-logs keeps 5120 MB and orders each agent by session", () => {
    expect(TOPICS["agent-logs"].maxSizeMb).toBe(5120);
    const withSessions = subscriptions.filter(({ subscription }) => subscription.requiresSession);
    expect(withSessions.map(({ subscription }) => subscription.name)).toEqual([
      "orchestrator-monitoring",
    ]);
  });

  test("A-002 (part): ingest, minutes and score have one subscription each", () => {
    for (const name of ["ingest", "minutes", "score"] as const) {
      expect(names(TOPICS[name])).toHaveLength(1);
    }
  });

  test("A-015 (part): run card messages live 3600 s and are dead-lettered when they expire", () => {
    for (const name of ["ingest", "minutes", "score"] as const) {
      expect(TOPICS[name].ttlSec).toBe(3_600);
      expect(TOPICS[name].subscriptions.consumer.deadLetterOnExpiration).toBe(true);
    }
  });

  test("X-36 (part): five retries after the first attempt make six deliveries", () => {
    expect(TOPICS.score.subscriptions.consumer.maxDeliveryCount).toBe(6);
  });

  test("X-25: no subscription keeps a message longer than its topic", () => {
    for (const { topic, subscription } of subscriptions) {
      expect(subscription.ttlSec).toBeLessThanOrEqual(topic.ttlSec);
    }
  });

  test("whatever expires or breaks a filter is dead-lettered, on every subscription", () => {
    for (const { subscription } of subscriptions) {
      expect(subscription.deadLetterOnExpiration).toBe(true);
      expect(subscription.deadLetterOnFilterError).toBe(true);
    }
  });

  test("Service Bus accepts every lock, window, size and name", () => {
    for (const { topic, subscription } of subscriptions) {
      expect(subscription.lockSec).toBeLessThanOrEqual(300);
      expect(topic.duplicateWindowSec).toBeGreaterThanOrEqual(20);
      expect(topic.duplicateWindowSec).toBeLessThanOrEqual(7 * DAY_SEC);
      expect([1024, 2048, 3072, 4096, 5120]).toContain(topic.maxSizeMb);
      expect(subscription.name.length).toBeLessThanOrEqual(50);
    }
  });

  test("the keys of topics and subscriptions are their names", () => {
    for (const [key, topic] of Object.entries<Topic>(TOPICS)) {
      expect(topic.name).toBe(key);
      for (const [name, subscription] of Object.entries(topic.subscriptions)) {
        expect(subscription.name).toBe(name);
      }
    }
  });

  test("every subscription has a component that reads its messages", () => {
    const read = Object.values(COMPONENTS).flatMap((component) =>
      component.receives.filter(({ part }) => part === "messages"),
    );
    for (const { topic, subscription } of subscriptions) {
      const reader = read.find(
        (from) => from.topic === topic.name && ["*", subscription.name].includes(from.subscription),
      );
      expect({ subscription: subscription.name, read: reader !== undefined }).toEqual({
        subscription: subscription.name,
        read: true,
      });
    }
  });

  test("every topic has a component that publishes, unless others do", () => {
    const published = new Set<string>(
      Object.values(COMPONENTS).flatMap((component): readonly string[] => component.publishes),
    );
    for (const topic of topics) {
      expect({ topic: topic.name, published: published.has(topic.name) }).toEqual({
        topic: topic.name,
        published: !topic.publishedFromOutside,
      });
    }
  });
});
