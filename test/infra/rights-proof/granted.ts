/** What a plan grants, read from its role assignments and from nothing that made them: ids of Azure
 *  are turned into the blueprint's words here a second time, so that a mistake in how the program
 *  spells a right out cannot also be in how it is judged. */
import { byUrnOf, ownName } from "../../../infra/preview/own-name.ts";
import type { Json, JsonObject, PlannedResource } from "../../../infra/preview/planned-resource.ts";
import { COMPONENTS, type ComponentName } from "../../../runtime/contract/blueprint/components.ts";
import { allWorkerIds, identitiesOf } from "../../../runtime/contract/blueprint/identities.ts";
import type { Right } from "../../../runtime/contract/blueprint/right-shape.ts";
import { RIGHTS } from "../../../runtime/contract/blueprint/rights.ts";
import { BUILT_IN_ROLES } from "../../../runtime/contract/blueprint/roles.ts";
import { scopeText } from "../../../runtime/contract/blueprint/scope-text.ts";

/** `worker-cloud: AcrPull on registry` */
export type Granted = string;

const ASSIGNMENT = "azure-native:authorization:RoleAssignment";
const ROLE = "azure-native:authorization:RoleDefinition";
const IDENTITY = "azure-native:managedidentity:UserAssignedIdentity";
const GROUP = "azure-native:resources:ResourceGroup";

const text = (value: Json | undefined): string => (typeof value === "string" ? value : "");

const last = (id: string): string => id.split("/").at(-1) ?? "";

/** The first pattern that fits tells the scope. None fits a whole namespace, account or server. */
const SCOPES: readonly (readonly [RegExp, (...parts: string[]) => string])[] = [
  [/\/topics\/([^/]+)\/subscriptions\/([^/]+)$/i, (topic, own) => `subscription ${topic}/${own}`],
  [/\/topics\/([^/]+)$/i, (topic) => `topic ${topic}`],
  [/\/vaults\/[^/]+\/secrets\/([^/]+)$/i, (secret) => `secret ${secret}`],
  [/\/vaults\/[^/]*scenarios[^/]*$/i, () => "scenario-vault"],
  [/\/containers\/([^/]+)$/i, (container) => `container ${container}`],
  [/\/tables\/([^/]+)$/i, (table) => `table ${table}`],
  [/\/Microsoft\.ContainerRegistry\/registries\/[^/]+$/i, () => "registry"],
  [/\/Microsoft\.Insights\/components\/[^/]+$/i, () => "telemetry"],
  [/\/virtualNetworks\/[^/]+\/subnets\/snet-([^/]+)$/i, (subnet) => `subnet ${subnet}`],
  [/\/managedEnvironments\/[^/]*agents[^/]*$/i, () => "environment agents"],
  [/^\/subscriptions\/[^/]+$/i, () => "target-subscription"],
];

function scopeWords(scope: string, resources: readonly PlannedResource[]): string {
  for (const [pattern, words] of SCOPES) {
    const found = pattern.exec(scope);
    if (found !== null) return words(...found.slice(1));
  }
  const byUrn = byUrnOf(resources);
  const group = resources.find(
    ({ type, inputs }) => type === GROUP && scope.endsWith(`/${text(inputs["resourceGroupName"])}`),
  );
  if (group !== undefined) return `resource-group ${group.name.replace(/-group$/, "")}`;
  const identity = resources.find(
    ({ type, inputs }) => type === IDENTITY && last(scope) === text(inputs["resourceName"]),
  );
  return identity === undefined ? scope : `identity ${ownName(identity, byUrn)}`;
}

/** A role of our own carries its estate in brackets: Azure wants its name once in a tenant. */
export const roleName = (inputs: JsonObject): string =>
  text(inputs["roleName"]).replace(/ \([^)]*\)$/, "");

export function grantedBy(resources: readonly PlannedResource[]): readonly Granted[] {
  const byUrn = byUrnOf(resources);
  const roles = new Map<string, string>([
    ...Object.entries(BUILT_IN_ROLES).map(([name, id]) => [id, name] as const),
    ...resources
      .filter(({ type }) => type === ROLE)
      .map(({ inputs }) => [text(inputs["roleDefinitionId"]), roleName(inputs)] as const),
  ]);
  return resources
    .filter(({ type }) => type === ASSIGNMENT)
    .map(({ inputs, propertyDependencies }) => {
      const [urn = ""] = propertyDependencies["principalId"] ?? [];
      const identity = byUrn.get(urn);
      const holder = identity === undefined ? "a stranger" : ownName(identity, byUrn);
      const roleId = last(text(inputs["roleDefinitionId"]));
      const on = scopeWords(text(inputs["scope"]), resources);
      return `${holder}: ${roles.get(roleId) ?? roleId} on ${on}`;
    })
    .toSorted();
}

const isComponentName = (name: string): name is ComponentName => Object.hasOwn(COMPONENTS, name);

/** A worker's pattern is filled with its own id; for all others it stands for every worker's. */
function spelt(
  right: Right,
  workerId: string | null,
  workers: readonly string[],
): readonly string[] {
  const words = `${right.role} on ${scopeText(right.scope)}`;
  const ids = workerId === null ? allWorkerIds(workers) : [workerId];
  return [...new Set(ids.map((id) => words.replaceAll("{workerId}", id)))];
}

export type Wanted = {
  readonly workers: readonly string[];
  /** Conditions that hold in the estate. */
  readonly given: ReadonlySet<Right["when"]>;
};

export const declaredIn = ({ workers, given }: Wanted): readonly Granted[] =>
  RIGHTS.filter(({ when }) => when === "always" || given.has(when))
    .flatMap((right) =>
      identitiesOf(right.component, workers).flatMap(({ name, workerId }) =>
        spelt(right, workerId, workers).map((words) => `${name}: ${words}`),
      ),
    )
    .toSorted();

export const COMPONENT_NAMES: readonly ComponentName[] =
  Object.keys(COMPONENTS).filter(isComponentName);
