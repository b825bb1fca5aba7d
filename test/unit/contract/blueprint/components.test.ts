import { describe, expect, test } from "@jest/globals";
import type { Component } from "../../../../runtime/contract/blueprint/component-shape.ts";
import { COMPONENTS } from "../../../../runtime/contract/blueprint/components.ts";
import { SCHEDULES } from "../../../../runtime/contract/blueprint/schedules.ts";
import { SECRETS } from "../../../../runtime/contract/blueprint/secrets.ts";
import { CONTAINERS, TABLES } from "../../../../runtime/contract/blueprint/storage.ts";
import type { Topic } from "../../../../runtime/contract/blueprint/topic-shape.ts";
import { TOPICS } from "../../../../runtime/contract/blueprint/topics.ts";

const components = Object.entries<Component>(COMPONENTS);
const topics: Readonly<Record<string, Topic>> = TOPICS;

describe("components", () => {
  test("M-003 (part): timer, subscriptions, HTTP and queue depth wake the four components", () => {
    expect(COMPONENTS.scheduler.triggers).toEqual([{ kind: "timer", schedule: "scheduler-tick" }]);
    expect(SCHEDULES["scheduler-tick"].cron.prod).toBe("0 */5 * * * *");
    expect(COMPONENTS.orchestrator.triggers).toEqual(
      expect.arrayContaining([
        { kind: "subscription", topic: "orchestrator-events", subscription: "orchestrator" },
        { kind: "subscription", topic: "worker-results", subscription: "orchestrator" },
      ]),
    );
    expect(COMPONENTS["admin-api"].triggers).toEqual([{ kind: "http" }]);
    expect(COMPONENTS.worker.kind).toBe("container-app");
    expect(COMPONENTS.worker.scale.rule.topic).toBe("worker-jobs");
  });

  test("M-004 (part): neither worker nor agent may touch the database", () => {
    for (const name of ["worker", "haymaker-worker", "agent", "scaled-container"] as const) {
      expect(COMPONENTS[name].database).toBe("none");
    }
  });

  test("M-120 (part): the worker scales from 0 to 1, asks every 30 s, in again after 300 s", () => {
    expect(COMPONENTS.worker.scale).toMatchObject({
      min: 0,
      max: 1,
      pollingSec: 30,
      cooldownSec: 300,
    });
  });

  test.each([
    ["run-cards-ingest", 10],
    ["run-cards-minutes", 5],
    ["run-cards-score", 15],
  ] as const)("A-003 (part): %s scales from 1 to %i on the depth of its own queue", (name, max) => {
    const { scale } = COMPONENTS[name];
    expect(scale).toMatchObject({ min: 1, max });
    expect(`run-cards-${scale.rule.topic}`).toBe(name);
  });

  test("C-001 (part): the scaler passes every minute", () => {
    expect(COMPONENTS.scaler.triggers).toEqual([{ kind: "timer", schedule: "scaler-pass" }]);
    expect(SCHEDULES["scaler-pass"].cron).toEqual({ dev: "0 * * * * *", prod: "0 * * * * *" });
  });

  test("the scaler declares nothing but a peek", () => {
    expect(COMPONENTS.scaler.receives.map(({ part }) => part)).toEqual(["peek"]);
    expect(COMPONENTS.scaler.publishes).toEqual([]);
  });

  test(
    "H-034 (part), H-035 (part), H-036 (part), X-08 (part): " +
      "an agent is a job of the size and life asked for",
    () => {
      expect(COMPONENTS.agent.kind).toBe("container-job");
      expect(COMPONENTS.agent.scale).toEqual({
        cpu: 2,
        memoryGib: 64,
        timeoutSec: 36_000,
        retries: 0,
        parallelism: 1,
        max: 50,
      });
    },
  );

  test("H-033 (part), H-105 (part): the agent's image and its Dockerfile keep their names", () => {
    expect(COMPONENTS.agent.image).toEqual({
      repository: "haymaker-agent",
      dockerfile: "docker/agent/Dockerfile",
    });
  });

  test("H-101 (part): what starts runs has one instance", () => {
    expect(COMPONENTS["haymaker-scheduler"].scale.max).toBe(1);
  });

  test(
    "H-048 (part), X-06 (part): " +
      "an archiver carries the archival subscription into execution-logs",
    () => {
      expect(COMPONENTS["haymaker-archiver"]).toMatchObject({
        triggers: [{ kind: "subscription", topic: "agent-logs", subscription: "archival" }],
        writes: ["execution-logs"],
        database: "none",
      });
    },
  );

  test("X-52 (part): the orchestrator reads the dead letters of every worker", () => {
    expect(COMPONENTS.orchestrator.receives).toContainEqual({
      topic: "worker-jobs",
      subscription: "worker-{workerId}",
      part: "dead-letters",
    });
  });

  test("R20 (part): the orchestrator is woken by unrouted jobs", () => {
    expect(COMPONENTS.orchestrator.triggers).toContainEqual({
      kind: "subscription",
      topic: "worker-jobs",
      subscription: "unrouted",
    });
  });

  test.each(components)("%s refers only to what exists", (_name, component) => {
    for (const topic of component.publishes) expect(topics[topic]).toBeDefined();
    for (const { topic, subscription } of component.receives) {
      const known = Object.keys(topics[topic]?.subscriptions ?? {});
      expect(["*", ...known]).toContain(subscription);
    }
    for (const secret of component.secrets) expect(SECRETS[secret]).toBeDefined();
    for (const name of [...component.reads, ...component.writes]) {
      expect(CONTAINERS[name].account).toBe("runs");
    }
    for (const table of component.tables) expect(TABLES[table]).toBeDefined();
  });

  test.each(components)("%s receives what triggers or scales it", (_name, component) => {
    const received = component.receives
      .filter(({ part }) => part === "messages")
      .map(({ topic, subscription }) => `${topic}/${subscription}`);
    const waking = component.triggers.flatMap((trigger) =>
      trigger.kind === "subscription" ? [`${trigger.topic}/${trigger.subscription}`] : [],
    );
    const rule = component.kind === "container-app" ? [component.scale.rule] : [];
    expect(waking.filter((name) => !received.includes(name))).toEqual([]);
    for (const { topic, subscription } of rule)
      expect(waking).toEqual([`${topic}/${subscription}`]);
    expect(component.triggers.length).toBeGreaterThan(0);
  });

  test.each(components)("%s says what it is for and why it stands apart", (_name, component) => {
    expect(component.purpose).toMatch(/\.$/);
    expect(component.apart).toMatch(/\.$/);
  });

  test("every timer belongs to exactly one component", () => {
    const used = components.flatMap(([, component]) =>
      component.triggers.flatMap((trigger) => (trigger.kind === "timer" ? [trigger.schedule] : [])),
    );
    expect([...used].sort()).toEqual(Object.keys(SCHEDULES).sort());
  });

  test("no two function apps share an entry", () => {
    const entries = components.flatMap(([name, component]) =>
      component.kind === "function-app" ? [[name, component.entry] as const] : [],
    );
    for (const [name, entry] of entries) expect(entry).toBe(`runtime/hosts/functions/${name}.ts`);
  });
});
