/** How much of the blueprint the program builds, found by looking into the plan. Nothing here is
 *  a list of what is missing: a thing counts as built when a planned resource carries its name. */
import { COMPONENTS } from "../../runtime/contract/blueprint/components.ts";
import { allWorkerIds } from "../../runtime/contract/blueprint/identities.ts";
import { SECRETS } from "../../runtime/contract/blueprint/secrets.ts";
import { CONTAINERS, TABLES } from "../../runtime/contract/blueprint/storage.ts";
import { forWorker, subscriptionsOf } from "../../runtime/contract/blueprint/subscriptions.ts";
import { TOPICS } from "../../runtime/contract/blueprint/topics.ts";
import { allIdentities } from "../identity/grants.ts";
import { byUrnOf, ownName } from "./own-name.ts";
import type { PlannedResource } from "./planned-resource.ts";

export type Coverage = {
  readonly what: string;
  readonly built: readonly string[];
  readonly absent: readonly string[];
};

/** The Azure resource that a deployable becomes. Container groups are made at run time. */
const DEPLOYED_AS = {
  "function-app": "azure-native:web:WebApp",
  "container-app": "azure-native:app:ContainerApp",
  "container-job": "azure-native:app:Job",
  "container-group": null,
} as const;

const ENDPOINT = "azure-native:network:PrivateEndpoint";

type Resources = readonly PlannedResource[];

const split = (what: string, names: readonly string[], isBuilt: (name: string) => boolean) => ({
  what,
  built: names.filter(isBuilt),
  absent: names.filter((name) => !isBuilt(name)),
});

/** Built when a resource of the type has the name in one of its properties. */
const byProperty =
  (resources: Resources, type: string, property: string) =>
  (name: string): boolean =>
    resources.some((r) => r.type === `azure-native:${type}` && r.inputs[property] === name);

/** Built when a resource of the type is called after it in the program. */
const byName =
  (resources: Resources) =>
  (type: string, name: string): boolean => {
    const byUrn = byUrnOf(resources);
    return resources.some((r) => r.type === type && ownName(r, byUrn) === name);
  };

function deployables(resources: Resources): Coverage {
  const types = new Map(
    Object.entries(COMPONENTS).map(([name, { kind }]) => [name, DEPLOYED_AS[kind]]),
  );
  const names = [...types].filter(([, type]) => type !== null).map(([name]) => name);
  return split("components", names, (name) => {
    const type = types.get(name);
    return type != null && byName(resources)(type, name);
  });
}

function subscriptions(resources: Resources, workers: readonly string[]): Coverage {
  const names = Object.values(TOPICS).flatMap((topic) =>
    subscriptionsOf(topic, allWorkerIds(workers)).map(({ name }) => `${topic.name}/${name}`),
  );
  const planned = new Set(
    resources
      .filter(({ type }) => type === "azure-native:servicebus:Subscription")
      .map(({ inputs }) => `${inputs["topicName"]}/${inputs["subscriptionName"]}`),
  );
  return split("subscriptions", names, (name) => planned.has(name));
}

/** Whatever shuts its public door must have a private one, or nobody can reach it. */
function privateEndpoints(resources: Resources): Coverage {
  const shut = resources.filter(
    ({ inputs }) => inputs["publicNetworkAccess"] === "Disabled" && inputs["sku"] !== undefined,
  );
  const reached = new Set(
    resources.filter(({ type }) => type === ENDPOINT).flatMap(({ dependencies }) => dependencies),
  );
  const names = new Map(shut.map(({ name, urn }) => [name, urn]));
  return split("private endpoints", [...names.keys()], (name) =>
    reached.has(names.get(name) ?? ""),
  );
}

/** Containers of a host's account belong to their function app and are built with it. */
const sharedContainers = (): readonly string[] =>
  Object.entries(CONTAINERS)
    .filter(([, { account }]) => account !== "host")
    .map(([name]) => name);

/** Secrets of scenarios are made and removed by runs, not by the program. */
const platformSecrets = (workers: readonly string[]): readonly string[] =>
  Object.values(SECRETS)
    .filter(({ vault }) => vault === "platform")
    .flatMap(({ name }) => [...new Set(workers.map((id) => forWorker(name, id)))]);

export function coverageOf(resources: Resources, workers: readonly string[]): readonly Coverage[] {
  const built = (type: string, property: string) => byProperty(resources, type, property);
  return [
    split("topics", Object.keys(TOPICS), built("servicebus:Topic", "topicName")),
    subscriptions(resources, workers),
    split(
      "identities",
      allIdentities(workers).map(({ name }) => name),
      (name) => byName(resources)("azure-native:managedidentity:UserAssignedIdentity", name),
    ),
    deployables(resources),
    split("blob containers", sharedContainers(), built("storage:BlobContainer", "containerName")),
    split("tables", Object.keys(TABLES), built("storage:Table", "tableName")),
    split("secrets", platformSecrets(workers), built("keyvault:Secret", "secretName")),
    privateEndpoints(resources),
  ];
}
