import { describe, expect, test } from "@jest/globals";
import { namespaceSettings } from "../../infra/messaging/namespace-settings.ts";
import { parseStackConfig, valuesOf } from "../../infra/stack-settings.ts";
import { asValues, HUB, privateConfig, publicConfig } from "./ground-config.ts";

const VALUES = asValues(publicConfig);
const PRIVATE = asValues(privateConfig);

const problems = (values: Readonly<Record<string, string>>): readonly string[] => {
  const parsed = parseStackConfig("dev", values);
  return parsed.ok ? [] : parsed.error.split("\n");
};

describe("a stack's config", () => {
  test("is parsed into one frozen value", () => {
    const parsed = parseStackConfig("dev", VALUES);
    expect(parsed).toEqual({ ok: true, value: publicConfig });
    if (!parsed.ok) return;
    expect(Object.isFrozen(parsed.value)).toBe(true);
    expect(Object.isFrozen(parsed.value.tags)).toBe(true);
    expect(Object.isFrozen(parsed.value.workers)).toBe(true);
  });

  test("all its problems come in one message that names the file and each key", () => {
    const { location: _, ...rest } = VALUES;
    const lines = problems({
      ...rest,
      network: "open",
      netwrok: "private",
      tags: '{"owner":" ","cost-centre":"cc-1"}',
      workers: '["Cloud"]',
      protect: "perhaps",
    });
    expect(lines[0]).toBe("Pulumi.dev.yaml cannot be used:");
    const named = ["location", "network", "tags.owner", "tags.environment", "workers.0", "protect"];
    for (const key of named) expect(lines).toContainEqual(expect.stringMatching(`^- ${key}: `));
    expect(lines).toContainEqual(expect.stringMatching(/^- .*"netwrok"/));
    expect(lines).toHaveLength(8);
  });

  test.each([
    ["[]", /without a worker/],
    ['["a","a"]', /listed twice/],
    ['["haymaker"]', /built-in worker/],
    ['["it\'s"]', /lower-case letters/],
    ["cloud", /not a list/],
  ])("R20 (part): workers written %s are refused", (workers, message) => {
    expect(problems({ ...VALUES, workers })[1]).toMatch(message);
  });

  test.each(["West Europe", "westeurope ", ""])("the region %p is refused", (location) => {
    expect(problems({ ...VALUES, location })[1]).toMatch(/^- location: /);
  });

  test("X-33: a private estate that nobody could reach is refused", () => {
    const { hub: _, ...alone } = PRIVATE;
    expect(problems(PRIVATE)).toEqual([]);
    expect(problems(alone)[1]).toMatch(/^- hub: a private estate needs a network/);
    expect(problems({ ...VALUES, hub: JSON.stringify(HUB) })[1]).toMatch(/^- hub: a public/);
  });

  test("H-102: more than 25 scenarios at once need Premium, which a private estate has", () => {
    const runs = (simulationSize: string, runOverlap: string) => ({ simulationSize, runOverlap });
    const refusal = /^- simulationSize: 30 scenarios at once need Service Bus Premium/;
    for (const many of [runs("large", "skip"), runs("medium", "allow")]) {
      expect(problems({ ...VALUES, ...many })[1]).toMatch(refusal);
      expect(problems({ ...PRIVATE, ...many })).toEqual([]);
    }
    expect(namespaceSettings("public").sku.name).toBe("Standard");
    expect(namespaceSettings("private").sku.name).toBe("Premium");
    for (const few of [runs("medium", "skip"), runs("small", "allow")])
      expect(problems({ ...VALUES, ...few })).toEqual([]);
  });

  test.each([
    ["docker.io/library/nginx:latest", VALUES],
    ["nginx", VALUES],
    ["host:5000/nginx", VALUES],
    ["", VALUES],
    ["docker.io/library/nginx:latest", PRIVATE],
    ["scaled:1.0.0", PRIVATE],
    [`scaled@sha256:${"0".repeat(63)}`, PRIVATE],
  ])("the scaler's image %p can be another one tomorrow and is refused", (image, values) => {
    const scaler = JSON.stringify({ ...publicConfig.scaler, image });
    expect(problems({ ...values, scaler })[1]).toMatch(/^- scaler(?:\.image)?: .*by digest/);
  });

  test("a size that is tried out takes the scaler's image by a fixed tag", () => {
    const scaler = JSON.stringify({ ...publicConfig.scaler, image: "host:5000/scaled:1.0.0" });
    expect(problems({ ...VALUES, scaler })).toEqual([]);
  });

  test("every worker has a tenant to act on, and no tenant is left without a worker", () => {
    const { cloud } = publicConfig.workerTargets;
    const lines = problems({ ...VALUES, workerTargets: JSON.stringify({ cloud, other: cloud }) });
    expect(lines.slice(1)).toEqual([
      "- workerTargets: has no entry for exchange",
      "- workerTargets: names no worker of the stack: other",
    ]);
  });

  test.each([
    ["logs", { level: "INFO", retentionDays: 30, dailyQuotaGb: 1 }, /at least 90 days/],
    ["budget", { monthly: 10, from: "2026-11-15" }, /first day of a month/],
    ["hub", { virtualNetworkId: "hub", addresses: ["10.1.0.0/16"] }, /resource id of a network/],
    ["alertEmails", [], /somebody must hear/],
    ["target", { tenantId: "t", subscriptionId: "s" }, /GUID/],
  ])("%s with a value that Azure or an audit refuses is refused here", (key, value, message) => {
    expect(problems({ ...PRIVATE, [key]: JSON.stringify(value) })[1]).toMatch(message);
  });

  test("only keys of the project are read, without its name", () => {
    const config = { "drover:network": "public", "azure-native:location": "x", "droverx:a": "y" };
    expect(valuesOf("drover", config)).toEqual({ network: "public" });
  });
});
