/** Whether a plan can be built in the order it allows. Names in the program are plain texts, so a
 *  resource can speak of another without depending on it; Pulumi would then make both at once, and
 *  Azure would refuse one of them, sometimes. Here every such word is held against the plan.
 *  O1. A resource that is in, upon or referring to another planned one must come after it. */
import type { PlannedResource } from "../../../infra/preview/planned-resource.ts";
import { idOf, templateOf } from "./azure-ids.ts";
import { isImplied, parentOf, referencesIn } from "./laws.ts";
import { OWN_SUBSCRIPTION } from "./own-subscription.ts";

const GROUP = "azure-native:resources:ResourceGroup";

/** The ids of what the plan makes in its own groups; what it makes elsewhere has no id here. */
function idsOf(resources: readonly PlannedResource[]): ReadonlyMap<string, string> {
  const groups = new Set(
    resources.filter(({ type }) => type === GROUP).map(({ inputs }) => inputs["resourceGroupName"]),
  );
  const ids = resources.flatMap(({ urn, type, inputs }): readonly (readonly [string, string])[] => {
    const { resourceGroupName } = inputs;
    if (resourceGroupName !== undefined && !groups.has(resourceGroupName)) return [];
    const template = templateOf(type);
    const id = template.ok ? idOf(template.value, inputs, OWN_SUBSCRIPTION) : template;
    return id.ok ? [[urn, id.value.toLowerCase()]] : [];
  });
  return new Map(ids);
}

/** Everything that is sure to exist before a resource is made. */
function before(urn: string, byUrn: ReadonlyMap<string, PlannedResource>): ReadonlySet<string> {
  const seen = new Set<string>();
  const open = [urn];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const resource = byUrn.get(at);
    if (resource === undefined) continue;
    const sources = Object.values(resource.propertyDependencies).flat();
    for (const next of [...resource.dependencies, ...sources, resource.parent])
      if (!seen.has(next)) {
        seen.add(next);
        open.push(next);
      }
  }
  return seen;
}

function above(id: string): readonly string[] {
  const parent = parentOf(id);
  return parent === undefined ? [] : [parent, ...above(parent)];
}

export type OutOfOrder = { readonly resource: string; readonly needs: string };

export function outOfOrder(resources: readonly PlannedResource[]): readonly OutOfOrder[] {
  const byUrn = new Map(resources.map((resource) => [resource.urn, resource]));
  const ids = idsOf(resources);
  const urns = new Map([...ids].map(([urn, id]) => [id, urn]));
  return resources
    .filter(({ custom, type }) => custom && type.startsWith("azure-native:"))
    .flatMap((resource) => {
      const own = ids.get(resource.urn);
      const words = referencesIn(resource.inputs).flatMap((id) => [id, ...above(id)]);
      const named = [...(own === undefined ? [] : above(own)), ...words];
      const first = before(resource.urn, byUrn);
      const explicit = named.filter((id) => !isImplied(id));
      const needed = explicit.flatMap((id) => urns.get(id.toLowerCase()) ?? []);
      return [...new Set(needed)]
        .filter((urn) => urn !== resource.urn && !first.has(urn))
        .map((urn) => ({ resource: resource.name, needs: byUrn.get(urn)?.name ?? urn }));
    });
}
