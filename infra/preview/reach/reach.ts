/** Who can reach what, over which path: each component the services that it declares to use,
 *  deployments the sites and the registry, people the API. Names, endpoints, zones, joins and
 *  rules are those of the plan; what no plan shows (routes of a hub, firewalls beyond) is not
 *  claimed. */
import type { PlannedResource } from "../planned-resource.ts";
import { type References, referencesOf } from "../references.ts";
import { deploymentRows, peopleRows } from "./callers.ts";
import type { Need, Target } from "./needs.ts";
import { targetsOf } from "./needs.ts";
import { type Origin, originsOf, type Place } from "./origins.ts";
import { type Way, wayOut, wayTo } from "./paths.ts";

export type ReachRow = {
  readonly from: string;
  /** Whether what calls is in the plan, or only the place that waits for it. */
  readonly shipped: boolean;
  readonly to: string;
  readonly state: "reachable" | "unreachable" | "not in the program yet";
  /** The path, or what is in the way. */
  readonly how: string;
};

export type Surroundings = {
  readonly workers: readonly string[];
  /** The network that people and deployments come from; null when they come from anywhere. */
  readonly hub: Extract<Place, { readonly kind: "hub" }> | null;
};

const HTTPS = 443;

const resultOf = (way: Way): Pick<ReachRow, "state" | "how"> =>
  "by" in way ? { state: "reachable", how: way.by } : { state: "unreachable", how: way.blocked };

function wayFor(
  references: References,
  place: Place,
  need: Need,
  resource: PlannedResource | null,
): Way | null {
  if (need.kind === "outside") return wayOut(references, place, need.tags, HTTPS);
  return resource === null ? null : wayTo(references, place, resource, need.service);
}

const rowOf =
  (references: References, { identity, runtime, place }: Origin) =>
  ({ need, resource }: Target): ReachRow => {
    const row = { from: identity.name, shipped: runtime !== null, to: need.what };
    const way = place === null ? null : wayFor(references, place, need, resource);
    return way === null
      ? { ...row, state: "not in the program yet", how: "" }
      : { ...row, ...resultOf(way) };
  };

export function reachOf(
  resources: readonly PlannedResource[],
  { workers, hub }: Surroundings,
): readonly ReachRow[] {
  const references = referencesOf(resources);
  const components = originsOf(references, workers).flatMap((origin) =>
    targetsOf(references, origin.identity, origin.runtime).map(rowOf(references, origin)),
  );
  const outside = [
    ...deploymentRows(references, hub ?? { kind: "internet" }),
    ...peopleRows(references, hub ?? { kind: "internet" }),
  ].map(({ way, ...row }): ReachRow => ({ ...row, shipped: true, ...resultOf(way) }));
  return [...components, ...outside];
}
