/** Both stacks through Pulumi's own program runner and the pack's own host. The programs run once
 *  each; all tests look at what they planned. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { beforeAll, describe, expect, test } from "@jest/globals";
import { type GrantOptions, grantOptionsOf } from "../../infra/identity/grants.ts";
import { coverageOf } from "../../infra/preview/coverage.ts";
import type { Drawn } from "../../infra/preview/diagram/board.ts";
import { renderSvg } from "../../infra/preview/diagram/render-svg.ts";
import { makePlan } from "../../infra/preview/plan.ts";
import { reachOf } from "../../infra/preview/reach/reach.ts";
import { surroundingsOf } from "../../infra/preview/reach/surroundings.ts";
import { compareRights } from "../../infra/preview/rights.ts";
import { readStack } from "../../infra/preview/stack-config.ts";
import { parseStackConfig, valuesOf } from "../../infra/stack-settings.ts";
import { isoDuration, subscriptionsOf } from "../../runtime/contract/blueprint/subscriptions.ts";
import { TOPICS } from "../../runtime/contract/blueprint/topics.ts";
import { BUS, type Judged, ofType, planAndJudge, ROOT } from "./estates-judged.ts";
import { must, RUN_MS_MAX } from "./ground-plans.ts";

type Estate = Judged & Drawn & { readonly options: GrantOptions };

let dev: Estate;
let prod: Estate;

async function estate(name: string): Promise<Estate> {
  const stack = must(await readStack(ROOT, name));
  const config = must(parseStackConfig(name, valuesOf(stack.project, stack.config)));
  const judged = await planAndJudge(stack, config.workers);
  const plan = makePlan(judged.resources, Buffer.from("key"));
  const reach = reachOf(judged.resources, surroundingsOf(config));
  return { ...judged, stack: name, plan, reach, options: grantOptionsOf(config) };
}

beforeAll(async () => {
  dev = await estate("dev");
  prod = await estate("prod");
}, RUN_MS_MAX);

describe.each([
  ["dev", () => dev],
  ["prod", () => prod],
])("the %s estate", (name, get) => {
  test("its picture in the documents is what `npm run docs` would draw now", async () => {
    const drawn = await readFile(path.join(ROOT, `docs/images/estate-${name}.svg`), "utf8");
    // Compared as a whole: the difference of two pictures tells nobody anything.
    expect(renderSvg(get()) === drawn).toBe(true);
  });

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
    "X-66, M-130, C-027 (part): " +
      "assignments are the blueprint's rights, none more and none less",
    () => {
      const rows = compareRights(get().resources, get().workers, get().options);
      const settled: readonly string[] = ["equal", "waits for code"];
      expect(rows.filter(({ state }) => !settled.includes(state))).toEqual([]);
      const planned = ofType(get(), "azure-native:authorization:RoleAssignment");
      expect(rows.filter(({ state }) => state === "equal")).toHaveLength(planned.length);
    },
  );

  test("breaks no rule, and rules had to guess only about images that are not built yet", () => {
    const { findings } = get().verdict;
    expect(findings.filter(({ outcome }) => outcome === "violation")).toEqual([]);
    const guessed = findings.filter(({ outcome }) => outcome === "undecided");
    expect(new Set(guessed.map(({ policy }) => policy))).toEqual(
      new Set(["container-apps-image-pinned"]),
    );
  });

  test("nothing dead is built: what a component without code would use alone is not there", () => {
    const { resources, outputs } = get();
    const waiting = resources.filter(({ type }) => type === "drover:code:NotYetShipped");
    const reasons = Object.fromEntries(
      waiting.map(({ name: component, inputs }) => [component, inputs["reason"]]),
    );
    expect(reasons).toEqual(outputs["withoutCode"]);
    expect(reasons).toMatchObject({ orchestrator: expect.stringMatching(/Service Bus and Azure/) });
    expect(reasons).not.toHaveProperty("database-bootstrap");
    const parts = [
      "web:WebApp",
      "web:AppServicePlan",
      "app:ContainerApp",
      "applicationinsights:Component",
    ];
    for (const type of parts) expect(ofType(get(), `azure-native:${type}`)).toEqual([]);
    const names = resources.map((resource) => resource.name);
    for (const { name: component } of waiting)
      expect(names.filter((own) => own.startsWith(`rights-${component}-`))).toEqual([]);
    expect(names).not.toContain("agents-environment");
    expect(names).not.toContain("scaled-group");
    expect(names).toContain("rights-database-bootstrap-acrpull-registry");
  });

  test("builds every topic, subscription, identity, container and table of the blueprint", () => {
    const coverage = coverageOf(get().resources, get().workers);
    const absent = Object.fromEntries(coverage.map((part) => [part.what, part.absent]));
    expect(absent).toMatchObject({
      topics: [],
      subscriptions: [],
      identities: [],
      "blob containers": [],
      tables: [],
    });
  });

  test("every planned thing with a region or tags has the stack's", () => {
    const tagged = get().resources.filter(({ inputs }) => inputs["tags"] !== undefined);
    expect(tagged.length).toBeGreaterThan(30);
    const elsewhere = tagged.filter(({ inputs: { location } }) => {
      const region = typeof location === "string" ? location.toLowerCase() : "global";
      return region !== "westeurope" && region !== "global";
    });
    expect(elsewhere.map(({ name }) => name)).toEqual([]);
    for (const { inputs } of tagged)
      expect(inputs["tags"]).toMatchObject({ owner: "platform-engineering" });
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
    expect(dev.verdict.switchedOff).toContain("service-bus-public-access-off");
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

  test("H-086: either takes TLS 1.2 and identities, and no key exists to it", () => {
    for (const judged of [dev, prod]) {
      const { minimumTlsVersion, disableLocalAuth } = namespace(judged)?.inputs ?? {};
      expect({ minimumTlsVersion, disableLocalAuth }).toEqual({
        minimumTlsVersion: "1.2",
        disableLocalAuth: true,
      });
      const keys = judged.resources.filter(({ type }) => /AuthorizationRule$/.test(type));
      expect(keys).toEqual([]);
    }
  });

  test("prod is let off nothing; dev only what a public network makes impossible", () => {
    expect(prod.verdict.exemptions).toEqual([]);
    expect(dev.verdict.exemptions.map(({ rule }) => rule)).toEqual(["sql-firewall-closed"]);
    for (const { reason } of dev.verdict.exemptions) expect(reason).toMatch(/network/);
  });

  test("X-29 (part), M-124 (part): whatever is shut to the public has a private door", () => {
    const endpoints = coverageOf(prod.resources, prod.workers).at(-1);
    expect(endpoints).toMatchObject({ what: "private endpoints", absent: [] });
    expect(endpoints?.built).toContain("bus-namespace");
  });
});
