/** Ways out of the whole production estate: to where members come from, and for the machine that
 *  builds images. One piece is taken away at a time, and whoever lost its way must be named. */
import { beforeAll, describe, expect, test } from "@jest/globals";
import type { JsonObject, PlannedResource } from "../../infra/preview/planned-resource.ts";
import { reachOf } from "../../infra/preview/reach/reach.ts";
import { surroundingsOf } from "../../infra/preview/reach/surroundings.ts";
import { privateConfig } from "./ground-config.ts";
import { planWhole, RUN_MS_MAX } from "./ground-plans.ts";

let prod: readonly PlannedResource[];

beforeAll(async () => {
  ({ resources: prod } = await planWhole("prod"));
}, RUN_MS_MAX);

const rowIn = (resources: readonly PlannedResource[], from: string, to: string) =>
  reachOf(resources, surroundingsOf(privateConfig)).find(
    (row) => row.from === from && row.to === to,
  );

/** The estate without one line of one subnet's rules. */
const withoutRule = (guard: string, rule: string): readonly PlannedResource[] =>
  prod.map((resource) => {
    if (resource.name !== guard) return resource;
    const rules = resource.inputs["securityRules"] as readonly JsonObject[];
    const left = rules.filter(({ name, direction }) => name !== rule || direction === "Inbound");
    expect(left.length).toBe(rules.length - 1);
    return { ...resource, inputs: { ...resource.inputs, securityRules: [...left] } };
  });

describe("where members come from", () => {
  const SOURCES = ["members in Azure SQL", "members in Dataverse", "members in Databricks"];

  test.each(["scheduler", "admin-api"])("%s has a way to each source", (from) => {
    for (const to of SOURCES)
      expect(rowIn(prod, from, to)).toMatchObject({
        state: "reachable",
        target: null,
        how: "through network-way-out",
      });
  });

  test("nobody else looks for members", () => {
    for (const to of SOURCES) expect(rowIn(prod, "orchestrator", to)).toBeUndefined();
  });

  test.each([
    ["members in Azure SQL", 1433],
    ["members in Dataverse", 1433],
    ["members in Databricks", 443],
  ])("%s is out of reach where its port is shut", (to, port) => {
    expect(
      rowIn(withoutRule("network-guard-scheduler", "internet"), "scheduler", to),
    ).toMatchObject({ state: "unreachable", how: expect.stringContaining(`stops port ${port}`) });
  });
});

describe("the machine that builds images", () => {
  const from = "image builds";

  test("pulls and pushes through the registry's private endpoint", () => {
    expect(rowIn(prod, from, "registry")).toMatchObject({
      state: "reachable",
      place: "network-builds",
      how: "private endpoint registry-endpoint, zone privatelink.azurecr.io",
    });
    const open = prod.filter(({ name }) => name !== "registry-endpoint");
    expect(rowIn(open, from, "registry")).toMatchObject({ state: "unreachable" });
  });

  test.each([
    ["telemetry", "build-monitor", 12_000],
    ["telemetry", "monitor", 443],
    ["keys of its own", "build-keys", 443],
    ["work and contexts", "build-storage", 443],
    ["logs of builds", "build-events", 443],
    ["the Internet", "internet", 443],
  ])("reaches %s by the rule %s, and not without it", (to, rule, port) => {
    expect(rowIn(prod, from, to)).toMatchObject({ state: "reachable" });
    // What the Internet's rule lets out covers the tags of Azure as well: both must go.
    const shut = withoutRule("network-guard-builds", rule);
    const also = rule === "internet" || port !== 443 ? shut : shut.map(withoutInternet);
    expect(rowIn(also, from, to)).toMatchObject({
      state: "unreachable",
      how: expect.stringContaining(`stops port ${port}`),
    });
  });

  test("a public estate has none, and asks for nothing", async () => {
    const { resources } = await planWhole("dev");
    expect(rowIn(resources, from, "registry")).toBeUndefined();
  });
});

const withoutInternet = (resource: PlannedResource): PlannedResource => {
  if (resource.name !== "network-guard-builds") return resource;
  const rules = resource.inputs["securityRules"] as readonly JsonObject[];
  const securityRules = rules.filter(({ name }) => name !== "internet");
  return { ...resource, inputs: { ...resource.inputs, securityRules } };
};
