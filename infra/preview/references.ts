/** Which planned resources a property of another one leads to. A plan rarely knows ids, so the
 *  graph that the program declared is asked first, then ids that names decide. */
import { armIdOf, withoutSubscription } from "./arm-id.ts";
import { byUrnOf } from "./own-name.ts";
import type { Json, PlannedResource } from "./planned-resource.ts";

export type References = {
  readonly resources: readonly PlannedResource[];
  readonly ofType: (type: string) => readonly PlannedResource[];
  /** Resources of `type` that the value of `property` comes from. */
  readonly from: (
    resource: PlannedResource,
    property: string,
    type: string,
  ) => readonly PlannedResource[];
};

const strings = (value: Json | undefined): readonly string[] => {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => [key, ...strings(item)]);
};

export function referencesOf(resources: readonly PlannedResource[]): References {
  const byUrn = byUrnOf(resources);
  const byId = new Map(resources.map((resource) => [armIdOf(resource), resource]));
  const byType = Map.groupBy(resources, ({ type }) => type);
  return {
    resources,
    ofType: (type) => byType.get(type) ?? [],
    from: (resource, property, type) => {
      const declared = resource.propertyDependencies[property] ?? [];
      const named = strings(resource.inputs[property]).map(withoutSubscription);
      const found = [
        ...declared.map((urn) => byUrn.get(urn)),
        ...named.map((id) => byId.get(id)),
      ].filter((one) => one !== undefined && one.type === type);
      return [...new Set(found)].filter((one) => one !== undefined);
    },
  };
}
