/** Whether the scope of an assignment is one that the blueprint means, written anew here and not
 *  taken from the program: a mistake there must not be one here.
 *  B1. What a scope lies in (namespace, vault, account …) is planned in the same stack.
 *  B2. A worker's subscription and secret, a component's telemetry and host storage are its own. */
import type { PolicyResource } from "@pulumi/policy";
import { COMPONENTS, type ComponentName } from "../../runtime/contract/blueprint/components.ts";
import { type Identity, identitiesOf } from "../../runtime/contract/blueprint/identities.ts";
import type { Scope } from "../../runtime/contract/blueprint/right-shape.ts";
import { SECRETS } from "../../runtime/contract/blueprint/secrets.ts";
import { CONTAINERS, TABLES } from "../../runtime/contract/blueprint/storage.ts";
import { forWorker } from "../../runtime/contract/blueprint/subscriptions.ts";
import { nameOf } from "../resource/azure-names.ts";
import { ofTypes } from "../stack-rule.ts";

type Resources = readonly PolicyResource[];

const ANY_WORKER = "[a-z0-9-]+";

/** Children are called `<component>-<own name>`. */
export function ownNameOf({ name, parent }: PolicyResource): string {
  const prefix = `${parent?.name ?? ""}-`;
  return name.startsWith(prefix) ? name.slice(prefix.length) : name;
}

/** After an update the name is among Azure's answers, and no longer where the program put it. */
function azureNameOf(resource: PolicyResource): unknown {
  const answered: unknown = Object.getOwnPropertyDescriptor(resource.props, "name")?.value;
  return nameOf(resource) ?? answered;
}

/** The identity of the blueprint that bears this name. */
export function identityCalled(name: string): Identity | undefined {
  const [, workerId = ""] = /^worker-(.+)$/.exec(name) ?? [];
  return Object.keys(COMPONENTS)
    .filter((one): one is ComponentName => Object.hasOwn(COMPONENTS, one))
    .flatMap((component) => identitiesOf(component, workerId === "" ? [] : [workerId]))
    .find((identity) => identity.name === name);
}

const SUBSCRIPTION = /^(\/subscriptions\/[^/]+)$/i;
const GROUP = /^\/subscriptions\/[^/]+\/resourceGroups\/([^/]+)$/i;
const PATH = /^\/subscriptions\/[^/]+\/resourceGroups\/[^/]+\/providers\/(.+)$/i;

/** The path of a scope in its provider: the type and name it begins with, and what follows. */
function placeIn(resources: Resources, id: string) {
  const path = PATH.exec(id)?.[1] ?? "";
  return (provider: string, type: string, rest = ""): PolicyResource | undefined => {
    const found = new RegExp(`^${provider}/([^/]+)${rest}$`, "i").exec(path);
    if (found === null) return undefined;
    return ofTypes(resources, type).find((one) => azureNameOf(one) === found[1]);
  };
}

/** The subscription that HayMaker exercises is one in which nothing of the estate is assigned. */
function isElsewhere(resources: Resources, id: string): boolean {
  if (!SUBSCRIPTION.test(id)) return false;
  const home = `${id}/resourceGroups/`.toLowerCase();
  return ofTypes(resources, "authorization:RoleAssignment").every(
    ({ props }) =>
      !String(props["scope"] ?? "")
        .toLowerCase()
        .startsWith(home),
  );
}

type Question = {
  readonly resources: Resources;
  readonly scope: Scope;
  readonly holder: Identity;
  /** As Azure writes the scope. */
  readonly id: string;
};

const BUS = ["Microsoft\\.ServiceBus/namespaces", "servicebus:Namespace"] as const;
const VAULT = ["Microsoft\\.KeyVault/vaults", "keyvault:Vault"] as const;
const STORE = ["Microsoft\\.Storage/storageAccounts", "storage:StorageAccount"] as const;
const REGISTRY = [
  "Microsoft\\.ContainerRegistry/registries",
  "containerregistry:Registry",
] as const;
const INSIGHTS = ["Microsoft\\.Insights/components", "applicationinsights:Component"] as const;
const ENVIRONMENT = ["Microsoft\\.App/managedEnvironments", "app:ManagedEnvironment"] as const;
const NETWORK = ["Microsoft\\.Network/virtualNetworks", "network:VirtualNetwork"] as const;
const IDENTITY = [
  "Microsoft\\.ManagedIdentity/userAssignedIdentities",
  "managedidentity:UserAssignedIdentity",
] as const;

function groupNamed(resources: Resources, id: string): PolicyResource | undefined {
  const name = GROUP.exec(id)?.[1];
  return ofTypes(resources, "resources:ResourceGroup").find((one) => azureNameOf(one) === name);
}

export function isMeant({ resources, scope, holder, id }: Question): boolean {
  const { component, workerId } = holder;
  const at = placeIn(resources, id);
  const called = (found: PolicyResource | undefined): string | undefined =>
    found === undefined ? undefined : ownNameOf(found);
  switch (scope.kind) {
    case "topic":
      return at(...BUS, `/topics/${scope.topic}`) !== undefined;
    case "subscription": {
      const own = forWorker(scope.subscription, workerId ?? ANY_WORKER);
      return at(...BUS, `/topics/${scope.topic}/subscriptions/${own}`) !== undefined;
    }
    case "secret": {
      const own = forWorker(SECRETS[scope.secret].name, workerId ?? "");
      return called(at(...VAULT, `/secrets/${own}`)) === "platform";
    }
    case "scenario-vault":
      return called(at(...VAULT)) === "scenarios";
    case "container": {
      const { account } = CONTAINERS[scope.container];
      const store = at(...STORE, `/blobServices/default/containers/${scope.container}`);
      return called(store) === (account === "host" ? component : account);
    }
    case "table":
      return (
        called(at(...STORE, `/tableServices/default/tables/${scope.table}`)) ===
        TABLES[scope.table].account
      );
    case "registry":
      return at(...REGISTRY) !== undefined;
    case "telemetry":
      return called(at(...INSIGHTS)) === component;
    case "environment":
      return at(...ENVIRONMENT)?.name === `${scope.environment}-environment`;
    case "identity":
      return identityCalled(called(at(...IDENTITY)) ?? "")?.component === scope.of;
    case "subnet":
      return at(...NETWORK, `/subnets/snet-${scope.subnet}`) !== undefined;
    case "resource-group":
      return groupNamed(resources, id)?.name === `${scope.group}-group`;
    case "target-subscription":
      return isElsewhere(resources, id);
  }
}
