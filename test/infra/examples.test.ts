/** What stands for the user's own in the files of the stacks, and what happens while it is left. */
import path from "node:path";
import { describe, expect, test } from "@jest/globals";
import { examplesIn, examplesText } from "../../infra/examples.ts";
import { readStack } from "../../infra/preview/stack-config.ts";
import { parseStackConfig, valuesOf } from "../../infra/stack-settings.ts";
import { privateConfig } from "./ground-config.ts";
import { must, RUN_MS_MAX } from "./ground-plans.ts";
import { planOnce } from "./planned-once/plan-once.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const OWN = "1abcdef0-1111-4111-8111-111111111111";
const NOBODY = "44444444-4444-4444-8444-444444444444";

/** A config in which everything is somebody's. */
const OURS = {
  ...privateConfig,
  workers: ["cloud"],
  workerTargets: { cloud: { tenantId: OWN, clientId: OWN } },
  target: { tenantId: OWN, subscriptionId: OWN },
  hub: {
    virtualNetworkId: `/subscriptions/${OWN}/resourceGroups/hub`,
    addresses: ["10.250.0.0/16"],
  },
  baseImage: `docker.io/library/node@sha256:${"0a1b2c3d".repeat(8)}`,
  alertEmails: ["oncall@drover.test"],
  pipeline: "wingtip/drover",
};

describe("examples of a stack's file", () => {
  test("there are none where every value is somebody's own", () => {
    expect(examplesIn(OURS)).toEqual([]);
  });

  test.each([
    ["baseImage", { baseImage: `docker.io/library/node@sha256:${"24".repeat(32)}` }],
    ["baseImage", { baseImage: `docker.io/library/node@sha256:${"0".repeat(64)}` }],
    ["baseImage", { baseImage: `docker.io/library/node@sha256:${"beef".repeat(16)}` }],
    ["scaler.image", { scaler: { ...OURS.scaler, image: `x@sha256:${"42".repeat(32)}` } }],
    ["target.tenantId", { target: { ...OURS.target, tenantId: privateConfig.target.tenantId } }],
    [
      "hub.virtualNetworkId",
      { hub: { ...OURS.hub, virtualNetworkId: `/subscriptions/${NOBODY}/resourceGroups/hub` } },
    ],
    ["alertEmails", { alertEmails: ["one@drover.test", "two@example.com"] }],
    ["apiAllowedAddresses", { apiAllowedAddresses: ["203.0.113.0/24"] }],
    ["budget.from", { budget: { ...OURS.budget, from: "2000-01-01" } }],
    ["pipeline", { pipeline: "contoso/drover" }],
    ["sources.dataverse", { sources: { dataverse: "contoso.crm4.dynamics.com" } }],
  ])("%s is known for one", (key, changed) => {
    expect(examplesIn({ ...OURS, ...changed })).toEqual([key]);
  });

  test.each(["dev", "prod"])(
    "those of %s are told by whoever plans it, by key",
    async (name) => {
      const stack = must(await readStack(ROOT, name));
      const config = must(parseStackConfig(name, valuesOf(stack.project, stack.config)));
      const keys = examplesIn(config);
      expect(keys).toEqual(expect.arrayContaining(["baseImage", "budget.from"]));
      expect(must(await planOnce(stack)).warnings).toContain(
        `warning: ${examplesText(name, keys)}`,
      );
    },
    RUN_MS_MAX,
  );
});
