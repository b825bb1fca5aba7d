import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { SCENARIO_NAMES } from "../../../runtime/contract/blueprint/identities.ts";
import { RunId, ScenarioName } from "../../../runtime/contract/identifiers.ts";
import {
  agentJobName,
  containerGroupName,
  principalName,
  scenarioResourceGroupName,
  scenarioSecretName,
} from "../../../runtime/contract/run-naming.ts";

const scenario = fc.stringMatching(/^[a-z0-9-]{1,63}$/).map((text) => ScenarioName.parse(text));
const run = fc.uuid().map((text) => RunId.parse(text));
const vision = {
  scenario: ScenarioName.parse("ai-ml-01-cognitive-services-vision"),
  run: RunId.parse("0f8fad5b-d9cb-469f-a165-70867728950e"),
};

describe("names of one run's things", () => {
  test("X-67 (part), H-011 (part), H-013 (part): names end in the run's first eight digits", () => {
    const name = "ai-ml-01-cognitive-services-vision";
    expect(principalName(vision)).toBe(`AzureHayMaker-${name}-admin-0f8fad5b`);
    expect(scenarioSecretName(vision)).toBe(`scenario-sp-${name}-secret-0f8fad5b`);
    expect(scenarioResourceGroupName(vision)).toBe(`AzureHayMaker-${name}-rg-0f8fad5b`);
  });

  test("they are made as the blueprint and its reference page say", () => {
    const short = { scenario: ScenarioName.parse("vm"), run: vision.run };
    const values: Readonly<Record<string, string>> = {
      scenarioName: "vm",
      run8: "0f8fad5b",
      hash: "\\w+",
    };
    const filled = (name: string): RegExp =>
      new RegExp(`^${name.replaceAll(/\{(\w+)\}/g, (_, key: string) => values[key] ?? "")}$`);
    expect(principalName(short)).toMatch(filled(SCENARIO_NAMES.identity));
    expect(scenarioResourceGroupName(short)).toMatch(filled(SCENARIO_NAMES.resourceGroup));
    expect(agentJobName(short)).toMatch(filled(SCENARIO_NAMES.job));
  });

  test("X-67 (part), X-11: every scenario's names are within Azure's limits", () => {
    fc.assert(
      fc.property(scenario, run, (scenario, run) => {
        const one = { scenario, run };
        expect(scenarioResourceGroupName(one)).toMatch(/^[A-Za-z0-9-]{1,90}$/);
        expect(scenarioSecretName(one)).toMatch(/^[A-Za-z0-9-]{1,127}$/);
        expect(principalName(one).length).toBeLessThanOrEqual(120);
        expect(agentJobName(one)).toMatch(/^(?=.{2,32}$)[a-z](?:-?[a-z0-9])*$/);
        expect(agentJobName(one).endsWith(run.slice(0, 8))).toBe(true);
      }),
      { seed: 10, numRuns: 500 },
    );
  });

  test("X-67 (part): an agent's job has a name of its own for every scenario and run", () => {
    const alike = ["data-01-a-very-long-scenario-name", "data-01-a-very-long-scenario-name-2"];
    const other = RunId.parse("0f8fad5b-0000-469f-a165-70867728950e");
    const names = alike
      .map((text) => ScenarioName.parse(text))
      .flatMap((scenario) => [
        agentJobName({ scenario, run: vision.run }),
        agentJobName({ scenario, run: other }),
      ]);
    expect(new Set(names).size).toBe(4);
    expect(agentJobName(vision)).toMatch(/^a-ai-ml-01-co/);
  });

  test("C-020 (part): a container group's name begins with the prefix and is legal", () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[a-z][a-z0-9]{0,40}$/),
        fc.string({ unit: "binary" }),
        fc.string({ unit: "binary" }),
        (prefix, subscription, messageId) => {
          const name = containerGroupName({ prefix, subscription, messageId });
          expect(name.startsWith(`${prefix}-`)).toBe(true);
          expect(name).toMatch(/^(?=.{1,63}$)[a-z0-9](?:-?[a-z0-9])*$/);
          expect(containerGroupName({ prefix, subscription, messageId })).toBe(name);
        },
      ),
      { seed: 11 },
    );
  });

  test(
    "C-017 (part), C-020 (part): " +
      "subscription and message id both count, and are not just joined",
    () => {
      const prefix = "scaler";
      const names = [
        containerGroupName({ prefix, subscription: "a", messageId: "b" }),
        containerGroupName({ prefix, subscription: "c", messageId: "b" }),
        containerGroupName({ prefix, subscription: "ab", messageId: "" }),
        containerGroupName({ prefix, subscription: "", messageId: "ab" }),
      ];
      expect(new Set(names).size).toBe(4);
    },
  );

  test("a prefix with nothing legal in it leaves a legal name", () => {
    const name = containerGroupName({ prefix: "___", subscription: "a", messageId: "b" });
    expect(name).toMatch(/^[a-z0-9]{20}$/);
  });
});
