/** Lists in pages, cut by order of first appearance: what comes or goes meanwhile neither
 *  repeats nor skips what stays. */
import type { JsonObject } from "../../../contract/json-object.ts";
import { type Answer, json, type TenantRequest } from "../answer.ts";
import type { Scene } from "../world.ts";
import { badRequest, graphError } from "./graph-errors.ts";
import type { QueryOptions } from "./query-options.ts";

export type Listed = { readonly seq: number; readonly object: JsonObject };

export function page(
  scene: Scene,
  request: TenantRequest,
  options: QueryOptions,
  objects: Iterable<Listed>,
  show: (object: JsonObject) => JsonObject,
): Answer {
  const value: JsonObject[] = [];
  let counted = 0;
  let last = -1;
  let more = false;
  for (const { seq, object } of objects) {
    if (!options.matches(object)) continue;
    counted++;
    if (seq <= options.after) continue;
    if (value.length < options.top) {
      value.push(show(object));
      last = seq;
    } else {
      more = true;
      if (!options.count) break;
    }
  }
  const graph = `${scene.world.settings.origin}/graph`;
  const path = `${graph}/${request.path.map(encodeURIComponent).join("/")}`;
  return json(200, {
    "@odata.context": `${graph}/v1.0/$metadata#${request.path.slice(1).join("/")}`,
    ...(options.count ? { "@odata.count": counted } : {}),
    ...(more ? { "@odata.nextLink": `${path}?${nextQuery(request.query, last)}` } : {}),
    value,
  });
}

/** `/$count`: how many there are, as plain text. */
export function counted(
  scene: Scene,
  request: TenantRequest,
  { isEventual, matches }: QueryOptions,
  objects: Iterable<Listed>,
): Answer {
  if (!isEventual) {
    return graphError(scene, request, badRequest("$count is not currently supported."));
  }
  let count = 0;
  for (const { object } of objects) if (matches(object)) count += 1;
  return { status: 200, headers: {}, body: null, text: String(count) };
}

function nextQuery(query: URLSearchParams, after: number): string {
  const next = new URLSearchParams(query);
  next.set("$skiptoken", String(after));
  // Graph writes `$` as it is, and some clients look for it.
  return next.toString().replaceAll("%24", "$");
}
