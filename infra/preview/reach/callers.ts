/** The callers that are no component: deployments, which publish code and build images, and the
 *  people who call the API. */
import { isJsonObject, type PlannedResource } from "../planned-resource.ts";
import type { References } from "../references.ts";
import { POOL, subnetOfPool } from "./build-rows.ts";
import type { Place } from "./origins.ts";
import { type Way, wayTo } from "./paths.ts";
import { publicDoor } from "./services.ts";

export type CallerRow = {
  readonly from: string;
  readonly to: string;
  /** By its URN. */
  readonly target: string;
  readonly way: Way;
};

const SITE = "azure-native:web:WebApp";
const REGISTRY = "azure-native:containerregistry:Registry";
const IMAGE = "drover-code:index:Image";

/** Builds of a registry that is shut must run inside its network: since June 2025 they are no
 *  trusted service any more, and a single build has no identity to be let in by. */
function buildWay(references: References, registry: PlannedResource): Way {
  if (publicDoor(registry, "registry") === "open") return { by: "builds in the registry" };
  const [pool] = references.ofType(POOL);
  if (pool === undefined)
    return { blocked: `${registry.name} is shut, and no build runs inside its network` };
  const subnet = subnetOfPool(references, pool);
  if (subnet === null) return { blocked: `${pool.name} is in no subnet` };
  const way = wayTo(references, { kind: "subnet", subnet }, registry, "registry");
  return "by" in way ? { by: `builds in ${pool.name}, ${way.by}` } : way;
}

export const deploymentRows = (references: References, place: Place): readonly CallerRow[] => [
  ...references.ofType(SITE).map((site) => ({
    from: "deployment",
    to: `code of ${site.name}`,
    target: site.urn,
    way: wayTo(references, place, site, "scm"),
  })),
  ...(references.ofType(IMAGE).length === 0 ? [] : references.ofType(REGISTRY)).map((registry) => ({
    from: "deployment",
    to: "images",
    target: registry.urn,
    way: buildWay(references, registry),
  })),
];

/** A list of callers that is empty lets in nobody. */
function hasListedCallers({ inputs }: PlannedResource): boolean {
  const config = inputs["siteConfig"];
  const list = isJsonObject(config) ? config["ipSecurityRestrictions"] : undefined;
  return Array.isArray(list) && list.length > 0;
}

/** The one app that listens to people is the one with calls from outside in its triggers. */
const API = /(^|-)admin-api$/;

export const peopleRows = (references: References, place: Place): readonly CallerRow[] =>
  references
    .ofType(SITE)
    .filter(({ name }) => API.test(name))
    .map((site) => ({
      from: "people",
      to: "API and dashboard",
      target: site.urn,
      way:
        place.kind === "internet" && publicDoor(site, "site") === "listed" && hasListedCallers(site)
          ? { by: "public endpoint, from listed addresses" }
          : wayTo(references, place, site, "site"),
    }));
