/** An estate that breaks rules, through Pulumi's own program runner and the pack's own host. */
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "@jest/globals";
import messages from "@pulumi/pulumi/proto/analyzer_pb.js";
import { makePlan, masked } from "../../infra/preview/plan.ts";
import { findingsWith, judge } from "../../infra/preview/policy.ts";
import { configuration } from "../../infra/preview/policy-requests.ts";
import { compareRights } from "../../infra/preview/rights.ts";
import type { Stack } from "../../infra/preview/stack-config.ts";
import { BUS, type Judged, ofType, planAndJudge, ROOT } from "./estates-judged.ts";
import { must, RUN_MS_MAX } from "./ground-plans.ts";

const OPEN: Stack = {
  root: ROOT,
  name: "test",
  project: "drover",
  main: fileURLToPath(new URL("./programs/open-estate.ts", import.meta.url)),
  config: { "drover:costCentre": "hunter2" },
  secretKeys: ["drover:costCentre"],
  policies: {},
};

let open: Judged;

beforeAll(async () => {
  open = await planAndJudge(OPEN, []);
}, RUN_MS_MAX);

describe("an estate that breaks the rules", () => {
  test("each rule about what it has finds what it is there for", () => {
    const violated = findingsWith(open.verdict, "violation").map(({ policy }) => policy);
    expect(violated).toEqual(
      expect.arrayContaining([
        "allowed-regions",
        "required-tags",
        "no-owner-assignments",
        "data-roles-on-entities",
        "service-bus-local-auth-off",
        "service-bus-public-access-off",
        "service-bus-tls-1-2",
        "service-bus-dead-letter-on-expiration",
        "service-bus-subscription-ttl",
      ]),
    );
  });

  test("a missing environment tag is put right, a missing owner is refused", () => {
    const [remedied] = findingsWith(open.verdict, "remedied");
    expect(remedied).toMatchObject({ policy: "required-tags" });
    const tags = findingsWith(open.verdict, "violation").filter(
      ({ policy }) => policy === "required-tags",
    );
    expect(tags.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^Add the tags owner:/),
    ]);
  });

  test("a rule that needs a value which does not exist yet is counted as undecided", () => {
    expect(findingsWith(open.verdict, "undecided")).toContainEqual(
      expect.objectContaining({
        policy: "data-roles-on-entities",
        urn: expect.stringMatching(/::later$/),
      }),
    );
  });

  test("X-66 (part): its assignments are all in excess of the blueprint", () => {
    const options = { scenarioSecrets: false, privateNetwork: false };
    const rows = compareRights(open.resources, [], options);
    const excess = rows.filter(({ state }) => state === "excess");
    expect(excess.map(({ role }) => role)).toContain("8e3af657-a8ff-443c-a75c-2fe8c4bcb635");
  });

  test("a secret of its config is in no plan and no verdict", () => {
    const plan = makePlan(open.resources, Buffer.from("key"));
    const group = [...plan.values()].find(({ name }) => name === "group");
    expect(masked(group?.properties.get("tags.cost-centre") ?? "")).toBe("[secret]");
    expect(
      JSON.stringify([[...plan.values()].map((e) => [...e.properties]), open.verdict]),
    ).not.toMatch("hunter2");
  });
});

describe("settings of the pack", () => {
  test("a setting for a rule that does not exist is refused by name", () => {
    const settings = { "service-bus-tls": { enforcementLevel: "disabled" } } as const;
    expect(configuration(new messages.AnalyzerInfo(), settings)).toEqual({
      ok: false,
      error: 'the pack has no rule called "service-bus-tls"',
    });
  });

  test("a level can be lowered for a stack, and the rest of the pack stays as it is", async () => {
    const policies = { "service-bus-tls-1-2": { enforcementLevel: "advisory" } } as const;
    const namespace = ofType(open, `${BUS}:Namespace`);
    const verdict = must(await judge({ ...OPEN, policies }, namespace));
    expect(findingsWith(verdict, "advice").map(({ policy }) => policy)).toEqual([
      "service-bus-tls-1-2",
    ]);
    const violated = findingsWith(verdict, "violation").map(({ policy }) => policy);
    expect(violated).toContain("service-bus-local-auth-off");
    expect(violated).toContain("service-bus-public-access-off");
    expect(violated).not.toContain("service-bus-tls-1-2");
  });
});
