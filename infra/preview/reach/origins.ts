/** From where components, people and deployments set out: a subnet of the estate, its hub, or the
 *  Internet. A component runs as its identity, so that is how it is found in a plan; one without
 *  code yet is looked at in the place that waits for it. */
import { COMPONENTS } from "../../../runtime/contract/blueprint/components.ts";
import type { Identity } from "../../../runtime/contract/blueprint/identities.ts";
import { allIdentities } from "../../identity/grants.ts";
import { azureSubnetName, subnetOf } from "../../network/subnets.ts";
import { byUrnOf, ownName } from "../own-name.ts";
import type { PlannedResource } from "../planned-resource.ts";
import type { References } from "../references.ts";

export type Place =
  | { readonly kind: "internet" }
  | { readonly kind: "subnet"; readonly subnet: PlannedResource }
  | { readonly kind: "hub"; readonly networkId: string; readonly addresses: readonly string[] };

export type Origin = {
  readonly identity: Identity;
  /** What runs it; null while it has no code. */
  readonly runtime: PlannedResource | null;
  /** Null when the plan has no place for it. */
  readonly place: Place | null;
};

export const SUBNET = "azure-native:network:Subnet";
const IDENTITY = "azure-native:managedidentity:UserAssignedIdentity";
const ENVIRONMENT = "azure-native:app:ManagedEnvironment";
const INTERNET: Place = { kind: "internet" };

const RUNTIMES = {
  "function-app": "azure-native:web:WebApp",
  "container-app": "azure-native:app:ContainerApp",
  "container-job": "azure-native:app:Job",
} as const;

/** Where a resource's property puts it; the Internet when it names no subnet. */
function placeBy(references: References, resource: PlannedResource, property: string): Place {
  const [subnet] = references.from(resource, property, SUBNET);
  return subnet === undefined ? INTERNET : { kind: "subnet", subnet };
}

const inEnvironment = (
  references: References,
  environment: PlannedResource | undefined,
): Place | null =>
  environment === undefined ? null : placeBy(references, environment, "vnetConfiguration");

/** Jobs of agents and container groups are made at run time, in places that are planned. */
function waitingPlace(references: References, { component }: Identity): Place | null {
  const { kind } = COMPONENTS[component];
  const subnets = references.ofType(SUBNET);
  if (kind === "container-group" || kind === "function-app") {
    if (subnets.length === 0) return INTERNET;
    const name = azureSubnetName(subnetOf(component));
    const own = subnets.find(({ inputs }) => inputs["subnetName"] === name);
    return own === undefined ? null : { kind: "subnet", subnet: own };
  }
  const which = component === "agent" ? "agents" : "workers";
  const environments = references.ofType(ENVIRONMENT);
  const byName = environments.find(({ inputs }) =>
    String(inputs["environmentName"]).includes(which),
  );
  return inEnvironment(references, byName ?? environments[0]);
}

function placeOf(references: References, runtime: PlannedResource): Place | null {
  if (runtime.type === RUNTIMES["function-app"])
    return placeBy(references, runtime, "virtualNetworkSubnetId");
  const property = runtime.inputs["environmentId"] === undefined ? "managedEnvironmentId" : null;
  const [environment] = references.from(runtime, property ?? "environmentId", ENVIRONMENT);
  return inEnvironment(references, environment);
}

export function originsOf(references: References, workers: readonly string[]): readonly Origin[] {
  const byUrn = byUrnOf(references.resources);
  const runsAs = (resource: PlannedResource, name: string): boolean =>
    references
      .from(resource, "identity", IDENTITY)
      .some((identity) => ownName(identity, byUrn) === name);
  return allIdentities(workers).map((identity) => {
    const { kind } = COMPONENTS[identity.component];
    const candidates = kind === "container-group" ? [] : references.ofType(RUNTIMES[kind]);
    const runtime = candidates.find((resource) => runsAs(resource, identity.name)) ?? null;
    const place =
      runtime === null ? waitingPlace(references, identity) : placeOf(references, runtime);
    return { identity, runtime, place };
  });
}
