/** What would change between two plans. Whether Azure changes a resource in place or replaces it
 *  is the provider's knowledge and not to be had offline; so an update is just an update here. */
import { masked, type Plan, type PlanEntry } from "./plan.ts";

type PropertyChange = {
  readonly path: string;
  /** Undefined: the property was not there. */
  readonly before: string | undefined;
  /** Undefined: the property is gone. */
  readonly after: string | undefined;
};

export type ResourceChange = {
  readonly kind: "create" | "update" | "delete";
  readonly urn: string;
  readonly type: string;
  readonly name: string;
  readonly properties: readonly PropertyChange[];
};

function changedProperties(before: PlanEntry, after: PlanEntry): readonly PropertyChange[] {
  const paths = new Set([...before.properties.keys(), ...after.properties.keys()]);
  return [...paths]
    .toSorted()
    .map((path) => ({
      path,
      before: before.properties.get(path),
      after: after.properties.get(path),
    }))
    .filter((change) => change.before !== change.after);
}

/** Both sides for people. Secrets look alike there, so a changed one says that it is another. */
export function spelled({ before, after }: PropertyChange) {
  const [then, now] = [masked(before ?? "(none)"), masked(after ?? "(none)")];
  return { then, now: now === then ? "[another secret]" : now };
}

/** Null when nothing changed. */
function compare(
  before: PlanEntry | undefined,
  after: PlanEntry | undefined,
): ResourceChange | null {
  const known = after ?? before;
  if (known === undefined) return null;
  const { urn, type, name } = known;
  if (before === undefined) return { kind: "create", urn, type, name, properties: [] };
  if (after === undefined) return { kind: "delete", urn, type, name, properties: [] };
  const properties = changedProperties(before, after);
  return properties.length === 0 ? null : { kind: "update", urn, type, name, properties };
}

/** In the order of URNs. */
export function diffPlans(before: Plan, after: Plan): readonly ResourceChange[] {
  const urns = [...new Set([...before.keys(), ...after.keys()])].toSorted();
  return urns
    .map((urn) => compare(before.get(urn), after.get(urn)))
    .filter((change) => change !== null);
}

const SIGNS = { create: "+", update: "~", delete: "-" } as const;

export const signOf = ({ kind }: ResourceChange): string => SIGNS[kind];

/** `2 to create, 1 to update, 0 to delete` */
export function changeCounts(changes: readonly ResourceChange[]): string {
  const count = (kind: ResourceChange["kind"]) => changes.filter((c) => c.kind === kind).length;
  return (["create", "update", "delete"] as const)
    .map((kind) => `${count(kind)} to ${kind}`)
    .join(", ");
}
