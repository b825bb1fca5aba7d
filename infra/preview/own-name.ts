/** From a planned resource to the name that the blueprint knows it by. */
import type { PlannedResource } from "./planned-resource.ts";

export type ByUrn = ReadonlyMap<string, PlannedResource>;

export const byUrnOf = (resources: readonly PlannedResource[]): ByUrn =>
  new Map(resources.map((resource) => [resource.urn, resource]));

/** Children are called `<component>-<own name>`; the blueprint knows the own name. */
export function ownName(resource: PlannedResource, byUrn: ByUrn): string {
  const prefix = `${byUrn.get(resource.parent)?.name ?? ""}-`;
  return resource.name.startsWith(prefix) ? resource.name.slice(prefix.length) : resource.name;
}
