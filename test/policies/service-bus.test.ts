import { describe, expect, test } from "@jest/globals";
import { deadLetterOnExpiration } from "../../policies/service-bus/dead-letter-on-expiration.ts";
import { defaultRuleReplaced } from "../../policies/service-bus/default-rule-replaced.ts";
import { localAuthOff } from "../../policies/service-bus/local-auth-off.ts";
import { privateEndpointNeedsPremium } from "../../policies/service-bus/premium-for-endpoints.ts";
import { publicAccessOff } from "../../policies/service-bus/public-access-off.ts";
import { subscriptionTtl } from "../../policies/service-bus/subscription-ttl.ts";
import { tls12 } from "../../policies/service-bus/tls-1-2.ts";
import { type Given, stackViolations, violations } from "./judge.ts";

const bus = (type: string, name: string, props: object): Given => ({
  type: `azure-native:servicebus:${type}`,
  name,
  props: { ...props },
});

const NAMESPACE = {
  disableLocalAuth: true,
  minimumTlsVersion: "1.2",
  publicNetworkAccess: "Disabled",
  sku: { name: "Premium", tier: "Premium", capacity: 1 },
};
const namespace = (props: object = {}) => bus("Namespace", "ns", { ...NAMESPACE, ...props });

describe("a namespace", () => {
  test.each([localAuthOff, tls12, publicAccessOff])("the baseline passes $name", async (policy) => {
    expect(await violations(policy, namespace())).toEqual([]);
  });

  test.each([
    [localAuthOff, { disableLocalAuth: false }, /^Set disableLocalAuth to true/],
    [localAuthOff, { disableLocalAuth: undefined }, /^Set disableLocalAuth to true/],
    [tls12, { minimumTlsVersion: "1.1" }, /^Set minimumTlsVersion to "1.2"/],
    [tls12, { minimumTlsVersion: undefined }, /^Set minimumTlsVersion to "1.2"/],
    [publicAccessOff, { publicNetworkAccess: "Enabled" }, /^Set publicNetworkAccess/],
    [publicAccessOff, { publicNetworkAccess: undefined }, /^Set publicNetworkAccess/],
  ])("$name refuses %j", async (policy, broken, message) => {
    expect(await violations(policy, namespace(broken))).toEqual([expect.stringMatching(message)]);
  });

  test("rules for namespaces do not speak about other resources", async () => {
    expect(await violations(localAuthOff, bus("Topic", "t", {}))).toEqual([]);
  });
});

describe("private endpoints", () => {
  const endpoint: Given = {
    type: "azure-native:network:PrivateEndpoint",
    name: "pe",
    props: {},
    dependsOn: ["ns"],
  };
  const judged = (...resources: readonly Given[]) =>
    stackViolations(privateEndpointNeedsPremium, resources);

  test("X-29 (part): one to a Premium namespace passes, as does Standard without any", async () => {
    expect(await judged(namespace(), endpoint)).toEqual([]);
    expect(await judged(namespace({ sku: { name: "Standard" } }))).toEqual([]);
  });

  test.each([
    [{ name: "Standard" }, "Standard"],
    [undefined, "Basic"],
  ])("X-29 (part): one to a namespace with sku %j is refused", async (sku, tier) => {
    expect(await judged(namespace({ sku }), endpoint)).toEqual([
      expect.stringMatching(new RegExp(`^ns: Set sku to Premium .* ${tier}\\.$`)),
    ]);
  });
});

describe("time to live", () => {
  const topic = (ttl?: string) => bus("Topic", "t", { defaultMessageTimeToLive: ttl });
  const judged = (topicTtl?: string, subscriptionTtlText?: string) =>
    stackViolations(subscriptionTtl, [
      topic(topicTtl),
      {
        ...bus("Subscription", "s", { defaultMessageTimeToLive: subscriptionTtlText }),
        parent: "t",
      },
    ]);

  test.each([
    ["P14D", "P14D"],
    ["P1D", "PT24H"],
    [undefined, undefined],
  ])("X-25: topic %s, subscription %s is honest", async (topicTtl, own) => {
    expect(await judged(topicTtl, own)).toEqual([]);
  });

  test.each([
    ["P7D", "P14D"],
    ["P7D", undefined],
    ["PT1H", "PT1H1S"],
    ["P7D", "a week"],
    ["P14D", "P7D"],
    ["PT1H", "PT59M59S"],
    ["none", "P7D"],
  ])(
    "X-25: topic %s, subscription %s is refused: one says what does not hold",
    async (said, own) => {
      const [message] = await judged(said === "none" ? undefined : said, own);
      expect(message).toMatch(
        new RegExp(`^s: Set defaultMessageTimeToLive to ${said}, as the topic`),
      );
    },
  );

  test("the topic is found by name when the graph does not link it", async () => {
    const names = { namespaceName: "ns", topicName: "t" };
    const resources = [
      bus("Topic", "a", { ...names, topicName: "other", defaultMessageTimeToLive: "P30D" }),
      bus("Topic", "b", { ...names, defaultMessageTimeToLive: "P7D" }),
      bus("Subscription", "s", { ...names, defaultMessageTimeToLive: "P14D" }),
    ];
    expect(await stackViolations(subscriptionTtl, resources)).toEqual([
      expect.stringMatching(/^s: .* to P7D, as the topic/),
    ]);
  });

  test("a subscription whose topic is not in the stack is left alone", async () => {
    const alone = bus("Subscription", "s", { defaultMessageTimeToLive: "P14D" });
    expect(await stackViolations(subscriptionTtl, [alone])).toEqual([]);
  });
});

describe("expired messages", () => {
  test("M-038: a subscription that dead-letters them passes", async () => {
    const kept = bus("Subscription", "s", { deadLetteringOnMessageExpiration: true });
    expect(await violations(deadLetterOnExpiration, kept)).toEqual([]);
  });

  test.each([{ deadLetteringOnMessageExpiration: false }, {}])(
    "M-038: %j is refused",
    async (p) => {
      const [message] = await violations(deadLetterOnExpiration, bus("Subscription", "s", p));
      expect(message).toMatch(/^Set deadLetteringOnMessageExpiration to true/);
    },
  );
});

describe("filters", () => {
  const jobs = bus("Topic", "jobs", { topicName: "worker-jobs" });
  const events = bus("Topic", "events", { topicName: "orchestrator-events" });
  const subscription = (parent: string): Given => ({ ...bus("Subscription", "s", {}), parent });
  const rule = (type: "Rule" | "DefaultRule", props: object): Given => ({
    ...bus(type, "r", props),
    parent: "s",
  });
  const BY_WORKER = { correlationFilter: { properties: { WorkerId: "cloud" } } };
  const judged = (...resources: readonly Given[]) =>
    stackViolations(defaultRuleReplaced, resources);

  test.each([
    BY_WORKER,
    { correlationFilter: { label: "job" } },
    { sqlFilter: { sqlExpression: "WorkerId = 'cloud'" } },
  ])("M-037: a worker's subscription whose default rule is %j passes", async (filter) => {
    expect(await judged(jobs, subscription("jobs"), rule("DefaultRule", filter))).toEqual([]);
  });

  test("M-037: a subscription meant to receive everything needs no rule", async () => {
    expect(await judged(events, subscription("events"))).toEqual([]);
  });

  test("M-037: a worker's subscription without any rule would get everybody's jobs", async () => {
    expect(await judged(jobs, subscription("jobs"))).toEqual([
      expect.stringMatching(/^s: Give it a DefaultRule with a filter/),
    ]);
  });

  test("M-037: a filter beside the default rule filters nothing", async () => {
    expect(await judged(events, subscription("events"), rule("Rule", BY_WORKER))).toHaveLength(1);
  });

  test.each([
    {},
    { sqlFilter: { sqlExpression: "1 = 1" } },
    { correlationFilter: { properties: {} } },
    { correlationFilter: { requiresPreprocessing: true } },
  ])("M-037: a default rule of %j still lets everything pass", async (filter) => {
    const resources = [jobs, subscription("jobs"), rule("DefaultRule", filter)];
    expect(await judged(...resources)).toHaveLength(1);
  });

  test("which topics are shared out can be set for a stack", async () => {
    const config = { routedTopics: ["orchestrator-events"] };
    const resources = [events, subscription("events")];
    expect(await stackViolations(defaultRuleReplaced, resources, config)).toHaveLength(1);
  });
});
