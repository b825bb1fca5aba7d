import { describe, expect, test } from "@jest/globals";
import { allIdentities, type Grant, grantsFor } from "../../infra/identity/grants.ts";
import { azureId, placeKey } from "../../infra/identity/places.ts";
import { allWorkerIds } from "../../runtime/contract/blueprint/identities.ts";
import { RIGHTS } from "../../runtime/contract/blueprint/rights.ts";
import { estateOf, publicConfig } from "./ground-config.ts";

const WORKERS = ["cloud", "exchange"];
const GRANTS = grantsFor(WORKERS);

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

  test("no right of the blueprint is dropped", () => {
    const reasons = new Set(GRANTS.map(({ reason }) => reason));
    for (const right of RIGHTS) expect(reasons).toContain(right.reason);
  });

  test("no grant is made twice", () => {
    const placed = GRANTS.filter(({ place }) => place !== null);
    const keys = placed.map((g) => JSON.stringify([g.identity.name, g.role, g.place]));
    expect(new Set(keys).size).toBe(keys.length);
  });

  test("X-66 (part): every place is a topic, a subscription or an identity by its full id", () => {
    const estate = estateOf(publicConfig);
    const group = `/subscriptions/s/resourceGroups/${estate.resourceGroupName}/providers`;
    const topic = { kind: "topic", topic: "worker-jobs" } as const;
    expect(azureId(estate, topic)).toBe(
      `${group}/Microsoft.ServiceBus/namespaces/${estate.namespaceName}/topics/worker-jobs`,
    );
    expect(azureId(estate, { ...topic, kind: "subscription", subscription: "unrouted" })).toBe(
      `${azureId(estate, topic)}/subscriptions/unrouted`,
    );
    expect(azureId(estate, { kind: "identity", identity: "scaler" })).toBe(
      `${group}/Microsoft.ManagedIdentity/userAssignedIdentities/${estate.identityName("scaler")}`,
    );
  });
});
