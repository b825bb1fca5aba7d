/** How large agents are, and what they are told. */
import { describe, expect, test } from "@jest/globals";
import { agentEnvironment, agentSecrets } from "../../infra/agents/agent-settings.ts";
import { agentSize, profilesFor } from "../../infra/agents/agent-size.ts";
import { agentSettings } from "../../runtime/contract/blueprint/settings/haymaker.ts";
import { VALUES } from "./settings-values.ts";

const FULL = { size: "prod", simulationSize: "large", runOverlap: "allow" } as const;

/** Memory of the nodes that Azure offers, of which it keeps a part for itself. */
const NODE_GIB: Readonly<Record<string, number>> = { E8: 64, D16: 64, E16: 128, D32: 128 };

describe("the size of an agent", () => {
  test("X-08, H-034 (part): 2 processors and 64 GiB run on a node that is larger than that", () => {
    const { scale, profile } = agentSize(FULL);
    expect(scale).toMatchObject({ cpu: 2, memoryGib: 64, retries: 0, parallelism: 1 });
    expect(NODE_GIB[profile.workloadProfileType]).toBeGreaterThan(scale.memoryGib);
  });

  test("H-035 (part): an agent ends after ten hours", () => {
    expect(agentSize(FULL).scale.timeoutSec).toBe(36_000);
  });

  test.each([
    ["small", "allow", 10],
    ["medium", "allow", 30],
    ["large", "allow", 50],
    ["large", "skip", 30],
    ["large", "buffer-one", 30],
  ] as const)(
    "H-036: %s runs that overlap by %s have %d nodes, never more than 50",
    (simulationSize, runOverlap, nodes) => {
      const { profile } = agentSize({ size: "prod", simulationSize, runOverlap });
      expect(profile.maximumCount).toBe(nodes);
      expect(profile.minimumCount).toBe(0);
    },
  );

  test("H-074 (part): a small estate keeps no node, and its agents fit on shared ones", () => {
    const small = agentSize({ ...FULL, size: "dev" });
    expect(profilesFor(small).map(({ workloadProfileType }) => workloadProfileType)).toEqual([
      "Consumption",
    ]);
    expect(small.scale.cpu).toBeLessThanOrEqual(4);
    expect(small.scale.memoryGib).toBeLessThanOrEqual(8);
    expect(profilesFor(agentSize(FULL))).toHaveLength(2);
  });
});

describe("what an agent is told", () => {
  const told = agentEnvironment(VALUES, "client");
  const named = (name: string) => told.find((setting) => setting.name === name);

  test("H-037 (part): everything it reads, but for what a run adds", () => {
    const names: readonly string[] = told.map(({ name }) => name);
    const shape = Object.entries(agentSettings.shape);
    const required = shape.filter(([, form]) => !form.safeParse(undefined).success);
    const added = required.map(([name]) => name).filter((name) => !names.includes(name));
    expect(added.toSorted()).toEqual(["DROVER_SCENARIO_CLIENT_ID", "RUN_ID", "SCENARIO_NAME"]);
    expect(names.filter((name) => !Object.hasOwn(agentSettings.shape, name))).toEqual([]);
    expect(named("SERVICE_BUS_TOPIC")).toMatchObject({ value: "agent-logs" });
  });

  test("H-038 (part): its key to the model is a reference; no connection string is there", () => {
    expect(named("ANTHROPIC_API_KEY")).toEqual({
      name: "ANTHROPIC_API_KEY",
      secretRef: "anthropic-api-key",
    });
    expect(named("SERVICE_BUS_CONNECTION_STRING")).toBeUndefined();
    expect(agentSecrets("https://v.vault.azure.net/", "/id")).toEqual([
      {
        name: "anthropic-api-key",
        keyVaultUrl: "https://v.vault.azure.net/secrets/anthropic-api-key",
        identity: "/id",
      },
    ]);
  });
});
