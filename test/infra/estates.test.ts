/** Both stacks and one bad estate through Pulumi's own program runner and the pack's own host. The
 *  programs run once each; all tests look at what they planned. */
import path from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "@jest/globals";
import messages from "@pulumi/pulumi/proto/analyzer_pb.js";
import { coverageOf } from "../../infra/preview/coverage.ts";
import { makePlan, masked } from "../../infra/preview/plan.ts";
import type { JsonObject, PlannedResource } from "../../infra/preview/planned-resource.ts";
import { findingsWith, judge, type Verdict } from "../../infra/preview/policy.ts";
import { configuration } from "../../infra/preview/policy-requests.ts";
import { runProgram } from "../../infra/preview/program.ts";
import { compareRights } from "../../infra/preview/rights.ts";
import { readStack, type Stack } from "../../infra/preview/stack-config.ts";
import { parseStackConfig, valuesOf } from "../../infra/stack-settings.ts";
import { isoDuration, subscriptionsOf } from "../../runtime/contract/blueprint/subscriptions.ts";
import { TOPICS } from "../../runtime/contract/blueprint/topics.ts";
import type { Result } from "../../runtime/contract/result.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const RUN_MS_MAX = 120_000;
const BUS = "azure-native:servicebus";

type Judged = {
  readonly resources: readonly PlannedResource[];
  readonly outputs: JsonObject;
  readonly verdict: Verdict;
  readonly workers: readonly string[];
};

function must<Value>(result: Result<Value, string>): Value {
  if (!result.ok) throw new Error(result.error);
  return result.value;
}

async function planAndJudge(stack: Stack, workers: readonly string[]): Promise<Judged> {
  const { resources, outputs } = must(await runProgram(stack));
  return { resources, outputs, verdict: must(await judge(stack, resources)), workers };
}

async function estate(name: string): Promise<Judged> {
  const stack = must(await readStack(ROOT, name));
  const { workers } = must(parseStackConfig(name, valuesOf(stack.project, stack.config)));
  return planAndJudge(stack, workers);
}

const OPEN: Stack = {
  root: ROOT,
  name: "test",
  project: "drover",
  main: fileURLToPath(new URL("./programs/open-estate.ts", import.meta.url)),
  config: { "drover:costCentre": "hunter2" },
  secretKeys: ["drover:costCentre"],
  policies: {},
};

let dev: Judged;
let prod: Judged;
let open: Judged;

beforeAll(async () => {
  [dev, prod, open] = await Promise.all([estate("dev"), estate("prod"), planAndJudge(OPEN, [])]);
}, RUN_MS_MAX);

const ofType = ({ resources }: Judged, type: string): readonly PlannedResource[] =>
  resources.filter((resource) => resource.type === type);

describe.each([
  ["dev", () => dev],
  ["prod", () => prod],
])("the %s estate", (_name, get) => {
  test("M-036: its topics are the blueprint's, one for one", () => {
    const planned = ofType(get(), `${BUS}:Topic`).map(({ inputs }) => ({
      name: inputs["topicName"],
      ttl: inputs["defaultMessageTimeToLive"],
      window: inputs["duplicateDetectionHistoryTimeWindow"],
      duplicates: inputs["requiresDuplicateDetection"],
      partitioned: inputs["enablePartitioning"],
      megabytes: inputs["maxSizeInMegabytes"],
    }));
    const expected = Object.values(TOPICS).map((topic) => ({
      name: topic.name,
      ttl: isoDuration(topic.ttlSec),
      window: "PT10M",
      duplicates: true,
      partitioned: false,
      megabytes: topic.maxSizeMb,
    }));
    expect(new Set(planned)).toEqual(new Set(expected));
    expect(planned).toHaveLength(expected.length);
  });

  test("M-037, M-038, X-25: its subscriptions are the blueprint's, one for one", () => {
    const { workers } = get();
    const planned = ofType(get(), `${BUS}:Subscription`).map(({ inputs }) => inputs);
    const expected = Object.values(TOPICS).flatMap((topic) =>
      subscriptionsOf(topic, [...workers, "haymaker"]).map((subscription) =>
        expect.objectContaining({
          topicName: topic.name,
          subscriptionName: subscription.name,
          defaultMessageTimeToLive: isoDuration(topic.ttlSec),
          lockDuration: isoDuration(subscription.lockSec),
          maxDeliveryCount: subscription.maxDeliveryCount,
          requiresSession: subscription.requiresSession,
          deadLetteringOnMessageExpiration: true,
          deadLetteringOnFilterEvaluationExceptions: true,
        }),
      ),
    );
    for (const subscription of expected) expect(planned).toContainEqual(subscription);
    expect(planned).toHaveLength(expected.length);
  });

  test("M-037, R20 (part): a worker gets its own jobs by filter, one subscription the rest", () => {
    const { workers } = get();
    const ids = [...workers, "haymaker"];
    const rules = ofType(get(), `${BUS}:DefaultRule`).map(({ inputs }) => inputs);
    for (const id of ids)
      expect(rules).toContainEqual(
        expect.objectContaining({
          topicName: "worker-jobs",
          subscriptionName: `worker-${id}`,
          filterType: "CorrelationFilter",
          correlationFilter: expect.objectContaining({ properties: { WorkerId: id } }),
        }),
      );
    const list = ids.map((id) => `'${id}'`).join(", ");
    expect(rules).toContainEqual(
      expect.objectContaining({
        subscriptionName: "unrouted",
        filterType: "SqlFilter",
        sqlFilter: expect.objectContaining({
          sqlExpression: `WorkerId IS NULL OR WorkerId NOT IN (${list})`,
        }),
      }),
    );
    expect(rules).toHaveLength(ids.length + 1);
  });

  test(
    "X-66 (part), M-130 (part): " +
      "assignments are the blueprint's rights, none more and none less",
    () => {
      const rows = compareRights(get().resources, get().workers);
      const states = new Set(rows.map(({ state }) => state));
      expect(states).toEqual(new Set(["equal", "not in the program yet"]));
      const planned = ofType(get(), "azure-native:authorization:RoleAssignment");
      expect(rows.filter(({ state }) => state === "equal")).toHaveLength(planned.length);
    },
  );

  test("passes every rule, and no rule had to guess", () => {
    expect(get().verdict.findings).toEqual([]);
  });

  test("says which parts of the blueprint it does not build yet", () => {
    const coverage = coverageOf(get().resources, get().workers);
    const absent = Object.fromEntries(coverage.map((part) => [part.what, part.absent]));
    expect(absent).toMatchObject({ topics: [], subscriptions: [], identities: [] });
    expect(absent["components"]).toContain("orchestrator");
  });

  test("every planned thing with a region or tags has the stack's", () => {
    const tagged = get().resources.filter(({ inputs }) => inputs["tags"] !== undefined);
    expect(tagged.length).toBeGreaterThan(2);
    for (const { inputs } of tagged) expect(inputs["location"]).toBe("westeurope");
  });

  test("names are known before anything exists", () => {
    const { outputs } = get();
    expect(String(outputs["serviceBusHost"])).toMatch(
      /^drover-sb-\w+-\w+\.servicebus\.windows\.net$/,
    );
    expect(String(outputs["resourceGroupName"])).toMatch(/^drover-rg-/);
  });
});

describe("what the network decides", () => {
  const namespace = (judged: Judged) => ofType(judged, `${BUS}:Namespace`)[0];

  test("X-29 (part): dev is Standard and public, by identity only", () => {
    expect(namespace(dev)).toMatchObject({
      protect: false,
      inputs: {
        sku: { name: "Standard", tier: "Standard" },
        publicNetworkAccess: "Enabled",
        disableLocalAuth: true,
        minimumTlsVersion: "1.2",
      },
    });
    expect(ofType(dev, `${BUS}:NamespaceNetworkRuleSet`)).toEqual([]);
    expect(dev.verdict.switchedOff).toEqual(["service-bus-public-access-off"]);
  });

  test("X-29 (part): prod is Premium, shut to the public, zone redundant and protected", () => {
    expect(namespace(prod)).toMatchObject({
      protect: true,
      inputs: {
        sku: { name: "Premium", tier: "Premium", capacity: 1 },
        publicNetworkAccess: "Disabled",
        disableLocalAuth: true,
        minimumTlsVersion: "1.2",
        zoneRedundant: true,
        premiumMessagingPartitions: 1,
      },
    });
    expect(ofType(prod, `${BUS}:NamespaceNetworkRuleSet`)[0]?.inputs).toMatchObject({
      defaultAction: "Deny",
      publicNetworkAccess: "Disabled",
      trustedServiceAccessEnabled: false,
    });
    expect(ofType(prod, `${BUS}:Topic`).every(({ protect }) => protect)).toBe(true);
    expect(ofType(prod, `${BUS}:Subscription`).some(({ protect }) => protect)).toBe(false);
    expect(prod.verdict.switchedOff).toEqual([]);
  });

  test("a namespace that is shut and has no private endpoint yet is named", () => {
    const endpoints = coverageOf(prod.resources, prod.workers).at(-1);
    expect(endpoints).toEqual({ what: "private endpoints", built: [], absent: ["bus-namespace"] });
  });
});

describe("an estate that breaks the rules", () => {
  test("each rule of the pack finds what it is there for", () => {
    const violated = findingsWith(open.verdict, "violation").map(({ policy }) => policy);
    expect(new Set(violated)).toEqual(new Set(open.verdict.rules));
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
    expect(findingsWith(open.verdict, "undecided")).toEqual([
      expect.objectContaining({
        policy: "data-roles-on-entities",
        urn: expect.stringMatching(/::later$/),
      }),
    ]);
  });

  test("X-66 (part): its assignments are all in excess of the blueprint", () => {
    const excess = compareRights(open.resources, []).filter(({ state }) => state === "excess");
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
    expect(findingsWith(verdict, "violation").map(({ policy }) => policy)).toEqual([
      "service-bus-local-auth-off",
      "service-bus-public-access-off",
    ]);
  });
});
