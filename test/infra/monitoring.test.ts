/** What is watched and who hears of it, before anything exists. */
import { describe, expect, test } from "@jest/globals";
import { LOG_ALERTS, logCriteria } from "../../infra/monitoring/log-alerts.ts";
import { METRIC_ALERTS, metricCriteria } from "../../infra/monitoring/metric-alerts.ts";
import { watchedOf } from "../../infra/monitoring/watched.ts";
import { SECTIONS, workbookContent } from "../../infra/monitoring/workbook-content.ts";
import { TOPICS } from "../../runtime/contract/blueprint/topics.ts";
import { estateOf, privateConfig, publicConfig } from "./ground-config.ts";

const logAlert = (name: string) => LOG_ALERTS.find((alert) => alert.name === name);

describe("alerts", () => {
  test("each has a name of its own and says what to do in whole sentences", () => {
    const all = [...LOG_ALERTS, ...METRIC_ALERTS];
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
    for (const { says } of all) expect(says).toMatch(/^[A-Z].{30,}[.?]$/);
  });

  test("H-094 (part): failed runs, clean-ups, identities and denied secrets are urgent", () => {
    expect(logAlert("run-failed")).toMatchObject({ severity: 1, above: 0 });
    for (const event of ["run.failed", "cleanup.failed", "identity.not-made"])
      expect(logAlert("run-failed")?.query).toContain(`"${event}"`);
    expect(logAlert("vault-denied")).toMatchObject({ severity: 1, above: 0 });
    expect(logAlert("vault-denied")?.query).not.toContain("401");
  });

  test("H-095 (part): late agents, agents that do not start and throttling are warnings", () => {
    expect(logAlert("agent-trouble")).toMatchObject({ severity: 2 });
    for (const event of ["agent.timed-out", "agent.not-started", "tenant.throttled"])
      expect(logAlert("agent-trouble")?.query).toContain(`"${event}"`);
  });

  test("H-095 (part), A-018 (part): the first dead letter of any topic is told", () => {
    const dead = METRIC_ALERTS.find(({ name }) => name === "dead-letters");
    expect(dead && metricCriteria(dead).allOf).toEqual([
      expect.objectContaining({
        metricName: "DeadletteredMessages",
        operator: "GreaterThan",
        threshold: 0,
        dimensions: [{ name: "EntityName", operator: "Include", values: ["*"] }],
      }),
    ]);
  });

  test("each topic has an alert for messages that wait while none is completed", () => {
    const watched = METRIC_ALERTS.filter(({ criteria }) => criteria.length === 2).map((alert) => ({
      metrics: alert.criteria.map(({ metric }) => metric),
      entities: [...new Set(alert.criteria.map(({ entity }) => entity))],
    }));
    expect(watched).toEqual(
      Object.values(TOPICS).map(({ name }) => ({
        metrics: ["ActiveMessages", "CompleteMessage"],
        entities: [name],
      })),
    );
  });

  test("A-018 (part): 30 seconds, one in twenty, three a minute", () => {
    expect(logAlert("slow-requests")?.query).toContain("> 30000");
    expect(logAlert("failing-requests")?.query).toContain("failed * 20 > total");
    const failures = logAlert("consumer-failures");
    expect((failures?.above ?? 0) / (failures?.windowMin ?? 1)).toBe(3);
  });

  test("an alert for each value of a column splits by it, one for all does not", () => {
    for (const alert of LOG_ALERTS) {
      const [criterion] = logCriteria(alert).allOf;
      const names = criterion?.dimensions?.map(({ name }) => name) ?? [];
      expect(names).toEqual(alert.each === null ? [] : [alert.each]);
    }
  });
});

describe("what is watched", () => {
  test("H-078 (part), H-100 (part): vault, bus, database, storage and apps, each once", () => {
    const names = watchedOf(estateOf(publicConfig)).map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(
      expect.arrayContaining(["bus", "vault", "registry", "database", "storage-runs"]),
    );
    expect(names).toContain("function-admin-api");
    expect(names).toContain("environment-agents");
    expect(names.some((name) => name.startsWith("guard-"))).toBe(false);
  });

  test("a private network is watched too, and a vault of scenarios where there is one", () => {
    const names = watchedOf(estateOf({ ...privateConfig, scenarioIdentity: "secret" })).map(
      ({ name }) => name,
    );
    expect(names).toEqual(expect.arrayContaining(["network", "way-out", "guard-agents"]));
    expect(names).toContain("scenario-vault");
  });
});

describe("the workbook", () => {
  test("H-096: tells that runs began, ended and were cleaned up, and wakes nobody", () => {
    const history = SECTIONS.flatMap(({ charts }) => charts).map(({ query }) => query);
    for (const event of ["run.started", "run.completed", "cleanup.completed"]) {
      expect(history.some((query) => query.includes(`"${event}"`))).toBe(true);
      expect(LOG_ALERTS.some(({ query }) => query.includes(`"${event}"`))).toBe(false);
    }
  });

  test("H-099 (part): shows what happens, what happened, what is used and what it costs", () => {
    const content: { items: readonly { type: number; content: { query?: string } }[] } = JSON.parse(
      workbookContent(),
    );
    const queries = content.items.flatMap(({ content: { query } }) => query ?? []);
    expect(queries).toEqual(SECTIONS.flatMap(({ charts }) => charts.map(({ query }) => query)));
    expect(SECTIONS.map(({ title }) => title)).toEqual(["Now", "History", "Use and cost"]);
  });
});
