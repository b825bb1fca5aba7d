import { describe, expect, test } from "@jest/globals";
import {
  allIdentities,
  type Grant,
  type GrantOptions,
  grantsFor,
  type Place,
} from "../../infra/identity/grants.ts";
import { azureId, placeKey } from "../../infra/identity/places.ts";
import { allWorkerIds } from "../../runtime/contract/blueprint/identities.ts";
import { RIGHTS } from "../../runtime/contract/blueprint/rights.ts";
import { estateOf, publicConfig } from "./ground-config.ts";

const WORKERS = ["cloud", "exchange"];
const PUBLIC = { scenarioSecrets: false, privateNetwork: false } as const;
const GRANTS = grantsFor(WORKERS, PUBLIC);

const keysOf = (holder: string, role: string): readonly string[] =>
  GRANTS.filter((grant) => grant.identity.name === holder && grant.role === role)
    .map(({ place }: Grant) => (place === null ? "nowhere" : placeKey(place)))
    .toSorted();

const SENDER = "Azure Service Bus Data Sender";
const RECEIVER = "Azure Service Bus Data Receiver";

describe("grants", () => {
  test("each worker id has an identity of its own, built-in workers keep theirs", () => {
    const names = allIdentities(WORKERS).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["worker-cloud", "worker-exchange"]));
    expect(names).toContain("haymaker-worker");
    expect(new Set(names).size).toBe(names.length);
    expect(allWorkerIds(WORKERS)).toEqual(["cloud", "exchange", "haymaker"]);
  });

  test("X-66 (part): a worker receives from its own subscription and from no other", () => {
    expect(keysOf("worker-cloud", RECEIVER)).toEqual([
      "topics/worker-jobs/subscriptions/worker-cloud",
    ]);
    expect(keysOf("haymaker-worker", RECEIVER)).toEqual([
      "topics/worker-jobs/subscriptions/worker-haymaker",
    ]);
    expect(keysOf("worker-exchange", SENDER)).toEqual(["topics/worker-results"]);
  });

  test("X-66 (part): the orchestrator reads dead jobs of workers, and what nobody takes", () => {
    expect(keysOf("orchestrator", RECEIVER)).toEqual([
      "topics/orchestrator-events/subscriptions/orchestrator",
      "topics/worker-jobs/subscriptions/unrouted",
      "topics/worker-jobs/subscriptions/worker-cloud",
      "topics/worker-jobs/subscriptions/worker-exchange",
      "topics/worker-jobs/subscriptions/worker-haymaker",
      "topics/worker-results/subscriptions/orchestrator",
    ]);
  });

  test("no right of the blueprint is dropped, and every one has its place", () => {
    const all = grantsFor(WORKERS, { scenarioSecrets: true, privateNetwork: true });
    const reasons = new Set(all.map(({ reason }) => reason));
    for (const right of RIGHTS) expect(reasons).toContain(right.reason);
    expect(all.filter(({ place }) => place === null)).toEqual([]);
  });

  test("H-082 (part): rights on scenario secrets exist only where there are such secrets", () => {
    const kinds = new Set(GRANTS.map(({ scope }) => scope.kind));
    expect(kinds).not.toContain("scenario-vault");
    expect(RIGHTS.map(({ scope }) => scope.kind)).toContain("scenario-vault");
  });

  test("C-027 (part): the scaler joins one subnet, and only where there is a network", () => {
    const joins = (options: GrantOptions) =>
      grantsFor(WORKERS, options).flatMap(({ identity, scope, place }) =>
        scope.kind === "subnet" ? [[identity.name, place && placeKey(place)]] : [],
      );
    expect(joins(PUBLIC)).toEqual([]);
    expect(joins({ ...PUBLIC, scenarioSecrets: true })).toEqual([]);
    expect(joins({ ...PUBLIC, privateNetwork: true })).toEqual([["scaler", "subnets/containers"]]);
  });

  test("X-08 (part): who copies the agents' job may attach their identity, and no other's", () => {
    const operated = GRANTS.filter(({ role }) => role === "Managed Identity Operator");
    expect(operated.map((one) => [one.identity.name, one.place && placeKey(one.place)])).toEqual([
      ["haymaker-worker", "groups/agents"],
      ["haymaker-worker", "identities/agent"],
      ["scaler", "identities/scaled-container"],
    ]);
  });

  test("X-66 (part): a worker reads its own secrets, and the agents' key nobody else's", () => {
    const user = "Key Vault Secrets User";
    for (const id of ["cloud", "exchange"]) {
      expect(keysOf(`worker-${id}`, user)).toEqual([
        `secrets/worker-${id}-certificate`,
        `secrets/worker-${id}-webhooks`,
      ]);
    }
    expect(keysOf("agent", user)).toEqual(["secrets/anthropic-api-key"]);
  });

  test("M-130 (part): a function app owns blobs in the account of its own host only", () => {
    for (const app of ["scheduler", "orchestrator", "admin-api", "haymaker-archiver", "scaler"])
      expect(keysOf(app, "Storage Blob Data Owner")).toEqual([
        `storage/${app}/containers/azure-webjobs-hosts`,
        `storage/${app}/containers/azure-webjobs-secrets`,
      ]);
    expect(keysOf("scheduler", "Storage Blob Data Reader")).toEqual([
      "storage/runs/containers/scenarios",
    ]);
  });

  test("M-129 (part): telemetry goes to the component's own place", () => {
    const publisher = "Monitoring Metrics Publisher";
    expect(keysOf("worker-cloud", publisher)).toEqual(["telemetry/worker"]);
    expect(keysOf("run-cards-score", publisher)).toEqual(["telemetry/run-cards-score"]);
  });

  test("no grant is made twice", () => {
    const placed = GRANTS.filter(({ place }) => place !== null);
    const keys = placed.map((g) => JSON.stringify([g.identity.name, g.role, g.place]));
    expect(new Set(keys).size).toBe(keys.length);
  });

  test("X-66 (part): every place has one id, and none is wider than what the right names", () => {
    const estate = estateOf(publicConfig);
    const group = `/subscriptions/s/resourceGroups/${estate.resourceGroupName}/providers`;
    const id = (place: Place): string => azureId(estate, place).replace(group, "");
    const account = `/Microsoft.Storage/storageAccounts/${estate.accountName("runs")}`;
    const runs = { owner: "runs" } as const;
    const topic = { kind: "topic", topic: "worker-jobs" } as const;
    const bus = `/Microsoft.ServiceBus/namespaces/${estate.namespaceName}/topics/worker-jobs`;
    expect(id(topic)).toBe(bus);
    expect(id({ ...topic, kind: "subscription", subscription: "unrouted" })).toBe(
      `${bus}/subscriptions/unrouted`,
    );
    expect(id({ kind: "identity", identity: "scaler" })).toBe(
      `/Microsoft.ManagedIdentity/userAssignedIdentities/${estate.identityName("scaler")}`,
    );
    expect(id({ kind: "container", ...runs, container: "scenarios" })).toBe(
      `${account}/blobServices/default/containers/scenarios`,
    );
    expect(id({ kind: "table", ...runs, table: "t" })).toBe(
      `${account}/tableServices/default/tables/t`,
    );
    expect(id({ kind: "secret", secret: "x" })).toBe(
      `/Microsoft.KeyVault/vaults/${estate.vaultName}/secrets/x`,
    );
    expect(id({ kind: "telemetry", component: "worker" })).toMatch(
      /^\/Microsoft\.Insights\/components\//,
    );
    expect(id({ kind: "subnet", subnet: "containers" })).toBe(
      `/Microsoft.Network/virtualNetworks/${estate.virtualNetworkName}/subnets/snet-containers`,
    );
    expect(id({ kind: "target-subscription" })).toBe(
      `/subscriptions/${publicConfig.target.subscriptionId}`,
    );
    expect(id({ kind: "resource-group", group: "scaled" })).toBe(
      `/subscriptions/s/resourceGroups/${estate.scaledGroupName}`,
    );
    const ids = GRANTS.flatMap(({ place }) => (place === null ? [] : [place])).map(id);
    const keys = GRANTS.flatMap(({ place }) => (place === null ? [] : [placeKey(place)]));
    expect(new Set(ids).size).toBe(new Set(keys).size);
  });
});
