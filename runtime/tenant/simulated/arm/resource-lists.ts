/** Lists of resources, in pages. */
import { answered, type Decision, json, type TenantRequest } from "../answer.ts";
import { TENANT_LIMITS } from "../limits.ts";
import type { Scene } from "../world.ts";
import { armFailed } from "./arm-errors.ts";
import { GROUP_TYPE, isWithin } from "./resource-ids.ts";
import { allResources, type Resource, showResource } from "./resource-state.ts";
import { tagNamed } from "./tags.ts";

export function listResources(scene: Scene, scope: string, request: TenantRequest): Decision {
  const filter = request.query.get("$filter");
  const isWanted = filter === null ? () => true : tagFilter(filter);
  if (isWanted === null)
    return armFailed(400, "InvalidFilter", `The filter '${filter}' is not supported.`);
  const isListed = ({ key, resource }: Placed): boolean =>
    isWithin(key, scope) && resource.type !== GROUP_TYPE && isWanted(resource);
  return page(scene, request, isListed);
}

export const listGroups = (scene: Scene, request: TenantRequest): Decision =>
  page(scene, request, ({ resource }) => resource.type === GROUP_TYPE);

type Placed = { readonly key: string; readonly seq: number; readonly resource: Resource };

/** Cut by the order of first appearance. `$top` asks for a smaller page. */
function page(
  scene: Scene,
  request: TenantRequest,
  isListed: (placed: Placed) => boolean,
): Decision {
  const { query, path } = request;
  const top = Number(query.get("$top") ?? TENANT_LIMITS.resourcesPerPage);
  const after = Number(query.get("$skiptoken") ?? -1);
  if (!Number.isInteger(top) || top < 1 || !Number.isInteger(after)) {
    return armFailed(400, "InvalidQueryParameter", "$top or $skiptoken is invalid.");
  }
  const size = Math.min(top, TENANT_LIMITS.resourcesPerPage);
  const listed = [...allResources(scene, "truth")].filter(
    (each) => each.seq > after && isListed(each),
  );
  const shown = listed.slice(0, size);
  const value = shown.map(({ resource }) => showResource(resource, scene.now));
  const last = listed.length > size ? shown.at(-1) : undefined;
  if (last === undefined) return answered(json(200, { value }));
  const next = new URLSearchParams(query);
  next.set("$skiptoken", String(last.seq));
  const address = `${scene.world.settings.origin}/arm/${path.map(encodeURIComponent).join("/")}`;
  return answered(json(200, { value, nextLink: `${address}?${next}` }));
}

const TAG_FILTER = /^tagName eq '((?:[^']|'')*)'(?: and tagValue eq '((?:[^']|'')*)')?$/i;

function tagFilter(filter: string): ((resource: Resource) => boolean) | null {
  const byTag = TAG_FILTER.exec(filter);
  if (byTag !== null) {
    const [, name = "", value] = byTag.map((text) => text?.replaceAll("''", "'"));
    return ({ tags }) => {
      const own = tagNamed(tags, name);
      return own !== undefined && (value === undefined || own === value);
    };
  }
  const byType = /^resourceType eq '([^']*)'$/i.exec(filter)?.[1]?.toLowerCase();
  return byType === undefined ? null : ({ type }) => type.toLowerCase() === byType;
}
