import { describe, expect, test } from "@jest/globals";
import { costChanges, costOf } from "../../infra/preview/cost/cost.ts";
import type { JsonObject } from "../../infra/preview/planned-resource.ts";
import { planned } from "./planned.ts";

const of = (type: string, inputs: JsonObject = {}) => planned(`azure-native:${type}`, "it", inputs);
const units = (type: string, inputs: JsonObject = {}) => costOf([of(type, inputs)]).units;

const bus = (name: string, capacity = 1) => of("servicebus:Namespace", { sku: { name, capacity } });

describe("what resources weigh", () => {
  test("a private endpoint is the unit", () => {
    expect(units("network:PrivateEndpoint")).toBe(1);
  });

  test("the tier and the size of the bus count", () => {
    const [standard, one, two] = [bus("Standard"), bus("Premium"), bus("Premium", 2)].map(
      (resource) => costOf([resource]).units,
    );
    expect(standard).toBeLessThan(2);
    expect(two).toBe(2 * (one ?? 0));
  });

  test("a database weighs by the cores that it keeps, more in several zones", () => {
    const base = { sku: { name: "GP_S_Gen5", capacity: 4 } };
    const half = units("sql:Database", { ...base, minCapacity: 0.5 });
    expect(units("sql:Database", { ...base, minCapacity: 1 })).toBe(2 * half);
    expect(
      units("sql:Database", { ...base, minCapacity: 0.5, zoneRedundant: true }),
    ).toBeGreaterThan(half);
  });

  test("nodes of one's own have a fee, and those always kept their price", () => {
    const profiles = (minimumCount: number) => ({
      workloadProfiles: [
        { workloadProfileType: "Consumption" },
        { workloadProfileType: "E16", minimumCount },
      ],
    });
    expect(units("app:ManagedEnvironment")).toBe(0);
    expect(units("app:ManagedEnvironment", profiles(0))).toBe(10);
    expect(units("app:ManagedEnvironment", profiles(1))).toBeGreaterThan(100);
  });

  test("replicas and instances count when they are kept", () => {
    const app = (minReplicas: number) => ({
      template: { scale: { minReplicas }, containers: [{ resources: { cpu: 0.5 } }] },
    });
    expect(units("app:ContainerApp", app(0))).toBe(0);
    expect(units("app:ContainerApp", app(2))).toBe(11);
    const ready = { scaleAndConcurrency: { alwaysReady: [{ instanceCount: 2 }] } };
    expect(units("web:WebApp", { functionAppConfig: ready })).toBe(8);
  });

  test("a cap on logs is a cap on their cost", () => {
    const workspace = "operationalinsights:Workspace";
    expect(units(workspace, { workspaceCapping: { dailyQuotaGb: 1 } })).toBeLessThan(
      units(workspace),
    );
  });

  test("what is free is in no line, and what nobody has weighed is named", () => {
    const cost = costOf([of("servicebus:Topic"), of("quantum:Computer"), of("quantum:Computer")]);
    expect(cost).toEqual({ units: 0, lines: [], unweighed: ["azure-native:quantum:Computer"] });
  });
});

test("a change is told by what it adds and removes, the largest first", () => {
  const named = (name: string) => planned("azure-native:network:PrivateEndpoint", name);
  const before = costOf([bus("Standard"), named("gone"), named("kept")]);
  const after = costOf([bus("Premium"), named("come"), named("kept")]);
  expect(costChanges(before, after).map(({ name, before: b, after: a }) => [name, b, a])).toEqual([
    ["it", 1.4, 90],
    ["gone", 1, 0],
    ["come", 0, 1],
  ]);
});
