import { describe, expect, test } from "@jest/globals";
import { parseStackConfig, valuesOf } from "../../infra/stack-settings.ts";

const VALUES = {
  location: "westeurope",
  network: "public",
  tags: '{"owner":"platform","cost-centre":"cc-1","environment":"dev"}',
  workers: '["cloud"]',
  protect: "false",
};

const problems = (values: Readonly<Record<string, string>>): readonly string[] => {
  const parsed = parseStackConfig("dev", values);
  return parsed.ok ? [] : parsed.error.split("\n");
};

describe("a stack's config", () => {
  test("is parsed into one frozen value", () => {
    const parsed = parseStackConfig("dev", VALUES);
    expect(parsed).toEqual({
      ok: true,
      value: {
        stack: "dev",
        location: "westeurope",
        network: "public",
        tags: { owner: "platform", "cost-centre": "cc-1", environment: "dev" },
        workers: ["cloud"],
        protect: false,
      },
    });
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

  test("only keys of the project are read, without its name", () => {
    const config = { "drover:network": "public", "azure-native:location": "x", "droverx:a": "y" };
    expect(valuesOf("drover", config)).toEqual({ network: "public" });
  });
});
