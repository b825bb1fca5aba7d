/** How a rule about several resources finds them. In a plan ids are often unknown while the graph
 *  knows where they come from; after an update the names are gone and the ids are there. So a link
 *  is looked for in both.
 *  S1. One unknown value must not end the look at all other resources: `each` goes through all of
 *      them and only then says that something could not be decided. */
import type { PolicyResource } from "@pulumi/policy";
import { nameOf } from "./resource/azure-names.ts";

type Resources = readonly PolicyResource[];

export const ofTypes = (resources: Resources, ...types: readonly string[]): Resources => {
  const whole = types.map((type) => `azure-native:${type}`);
  return resources.filter(({ type }) => whole.includes(type));
};

export function each<Item>(items: Iterable<Item>, check: (item: Item) => void): void {
  const failures: unknown[] = [];
  for (const item of items) {
    try {
      check(item);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

/** Undefined where the value cannot be known yet; only for links, which the graph knows too. */
export function whereKnown<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** All strings in a value, however deep; what is unknown is left out. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.keys(value).flatMap((key) =>
    textsIn(whereKnown(() => Reflect.get(value, key) as unknown)),
  );
}

/** Whether `property` of one resource names another: by the graph, or by its name in an id. */
export function refersTo(from: PolicyResource, property: string, to: PolicyResource): boolean {
  const sources = from.propertyDependencies[property] ?? [];
  if (sources.length > 0) return sources.some(({ urn }) => urn === to.urn);
  const texts = textsIn(whereKnown(() => from.props[property] as unknown));
  const name = nameOf(to);
  if (name !== undefined && texts.some((text) => text.split("/").includes(name))) return true;
  return texts.length === 0 && from.dependencies.some(({ urn }) => urn === to.urn);
}

/** Whether a resource lies in another, as a database in its server. */
export function liesIn(child: PolicyResource, owner: PolicyResource, nameKey: string): boolean {
  if (child.parent?.urn === owner.urn) return true;
  if ((child.propertyDependencies[nameKey] ?? []).some(({ urn }) => urn === owner.urn)) return true;
  const said = whereKnown(() => child.props[nameKey] as unknown);
  if (typeof said === "string") return said === nameOf(owner);
  return child.dependencies.some(({ urn }) => urn === owner.urn);
}
