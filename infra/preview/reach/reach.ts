/** Who can reach what, over which path: each component the services that it declares to use,
 *  deployments the sites and the registry, people the API. Names, endpoints, zones, joins and
 *  rules are those of the plan; what no plan shows (routes of a hub, firewalls beyond) is not
 *  claimed. */
import type { PlannedResource } from "../planned-resource.ts";
import { type References, referencesOf } from "../references.ts";
import { withoutCodeIn } from "../without-code.ts";
import { buildRows } from "./build-rows.ts";
import { deploymentRows, peopleRows } from "./callers.ts";
import type { Need, Target } from "./needs.ts";
import { targetsOf } from "./needs.ts";
import { type Origin, originsOf, type Place } from "./origins.ts";
import { type Way, wayOut, wayTo } from "./paths.ts";

export type ReachRow = {
  readonly from: string;
  /** Whether what calls has code; if not, the place that waits for it is looked at. */
  readonly shipped: boolean;
  /** Why it has no code, where the repository says so. */
  readonly why?: string;
  /** The subnet it sets out from, `hub`, `Azure` or `anywhere`; null when there is no place. */
  readonly place: string | null;
  readonly to: string;
  /** The planned resource that is reached, by its URN. */
  readonly target: string | null;
  readonly state: "reachable" | "unreachable" | "not in the program yet";
  /** The path, or what is in the way. */
  readonly how: string;
};

export type Surroundings = {
  readonly workers: readonly string[];
  /** The network that people and deployments come from; null when they come from anywhere. */
  readonly hub: Extract<Place, { readonly kind: "hub" }> | null;
};

/** `internet`: what to call callers that no network holds. */
const nameOf = (place: Place, internet: string): string => {
  if (place.kind === "subnet") return place.subnet.name;
  return place.kind === "hub" ? "hub" : internet;
};

const resultOf = (way: Way): Pick<ReachRow, "state" | "how"> =>
  "by" in way ? { state: "reachable", how: way.by } : { state: "unreachable", how: way.blocked };

function wayFor(
  references: References,
  place: Place,
  need: Need,
  resource: PlannedResource | null,
): Way | null {
  if (need.kind === "outside") return wayOut(references, place, need.tags, need.ports);
  return resource === null ? null : wayTo(references, place, resource, need.service);
}

type Code = Pick<ReachRow, "shipped" | "why">;

const codeOf = (why: string | undefined): Code =>
  why === undefined ? { shipped: true } : { shipped: false, why };

/** What a component with code needs and nobody plans is out of its reach. */
function nowhere({ shipped }: Code, place: Place | null): Pick<ReachRow, "state" | "how"> {
  if (!shipped) return { state: "not in the program yet", how: "it comes with its code" };
  const how = place === null ? "it runs nowhere in the program" : "the program does not build it";
  return { state: "unreachable", how };
}

const rowOf =
  (references: References, { identity, place }: Origin, code: Code) =>
  ({ need, resource }: Target): ReachRow => {
    const row = {
      from: identity.name,
      ...code,
      place: place === null ? null : nameOf(place, "Azure"),
      to: need.what,
      target: resource?.urn ?? null,
    };
    const way = place === null ? null : wayFor(references, place, need, resource);
    return { ...row, ...(way === null ? nowhere(code, place) : resultOf(way)) };
  };

export function reachOf(
  resources: readonly PlannedResource[],
  { workers, hub }: Surroundings,
): readonly ReachRow[] {
  const references = referencesOf(resources);
  const withoutCode = withoutCodeIn(resources);
  const components = originsOf(references, workers).flatMap((origin) => {
    const code = codeOf(withoutCode.get(origin.identity.component));
    const targets = targetsOf(references, origin.identity, origin.runtime);
    return targets.map(rowOf(references, origin, code));
  });
  const away: Place = hub ?? { kind: "internet" };
  const outside = [...deploymentRows(references, away), ...peopleRows(references, away)].map(
    ({ way, ...row }): ReachRow => ({
      ...row,
      shipped: true,
      place: nameOf(away, "anywhere"),
      ...resultOf(way),
    }),
  );
  const builds = buildRows(references).map(
    ({ way, ...row }): ReachRow => ({ ...row, shipped: true, ...resultOf(way) }),
  );
  return [...components, ...builds, ...outside];
}
