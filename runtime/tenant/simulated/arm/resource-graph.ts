/** Resource Graph: `POST /providers/Microsoft.ResourceGraph/resources`. It knows of a change later
 *  than the resource manager does. */
import { isJsonObject, type JsonObject } from "../../../contract/json-object.ts";
import { answered, type Decision, json, type TenantRequest } from "../answer.ts";
import { TENANT_LIMITS } from "../limits.ts";
import type { Scene } from "../world.ts";
import { armFailed } from "./arm-errors.ts";
import { GROUP_TYPE } from "./resource-ids.ts";
import { type QueryRow, readResourceQuery } from "./resource-query.ts";
import { allResources, showResource } from "./resource-state.ts";

const QUOTA = { "x-ms-user-quota-remaining": "15", "x-ms-user-quota-resets-after": "00:00:05" };

export function queryResources(scene: Scene, { body }: TenantRequest): Decision {
  const query = isJsonObject(body) ? body["query"] : undefined;
  if (typeof query !== "string" || query.length > TENANT_LIMITS.queryChars) {
    return armFailed(400, "BadRequest", "A query is required, and must not be too long.");
  }
  const scope = scopeProblem(scene, isJsonObject(body) ? body : {});
  if (scope !== null) return scope;
  const parsed = readResourceQuery(query);
  if (!parsed.ok) return armFailed(400, "InvalidQuery", `Query is invalid: ${parsed.error}`);
  const options = isJsonObject(body) && isJsonObject(body["options"]) ? body["options"] : {};
  const top = Math.min(
    Number(options["$top"] ?? TENANT_LIMITS.queryRowsMax),
    TENANT_LIMITS.queryRowsMax,
  );
  const skip = Number(options["$skipToken"] ?? options["$skip"] ?? 0);
  if (!Number.isInteger(top) || top < 1 || !Number.isInteger(skip) || skip < 0) {
    return armFailed(400, "BadRequest", "The paging options are invalid.");
  }
  const rows = parsed.value.stages.reduce(
    (left, stage) => stage(left),
    rowsOf(scene, parsed.value.containers),
  );
  const data = rows.slice(skip, skip + top);
  const isMore = skip + top < rows.length;
  const { isPaged } = parsed.value;
  const next = isMore && isPaged ? { $skipToken: String(skip + top) } : {};
  const resultTruncated = isMore && !isPaged ? "true" : "false";
  const counts = { totalRecords: rows.length, count: data.length, resultTruncated };
  return answered(json(200, { ...counts, ...next, data, facets: [] }, QUOTA));
}

/** There is one subscription here. Whoever names others beside it sees its resources only, and
 *  whoever names only others is told so. */
function scopeProblem(scene: Scene, { subscriptions, managementGroups }: JsonObject) {
  if (managementGroups !== undefined) {
    return armFailed(400, "BadRequest", "There are no management groups here.");
  }
  if (subscriptions === undefined) return null;
  if (!Array.isArray(subscriptions)) {
    return armFailed(400, "BadRequest", "The subscriptions must be a list.");
  }
  const own = scene.world.settings.subscriptionId.toLowerCase();
  if (subscriptions.some((id) => String(id).toLowerCase() === own)) return null;
  const code = "NoValidSubscriptionsInQueryRequest";
  const message =
    "There must be at least one subscription that is eligible to contain resources. " +
    `Given: '${subscriptions.join(",")}'.`;
  const error = { code: "BadRequest", message, details: [{ code, message }] };
  return answered(json(400, { error }));
}

function rowsOf(scene: Scene, containers: boolean): readonly QueryRow[] {
  const rows: QueryRow[] = [];
  for (const { resource } of allResources(scene, "resource-graph")) {
    const isContainer = resource.type === GROUP_TYPE;
    if (isContainer !== containers) continue;
    const [, , subscriptionId, , resourceGroup] = resource.id.split("/");
    rows.push({
      ...showResource(resource, scene.now),
      type: isContainer
        ? "microsoft.resources/subscriptions/resourcegroups"
        : resource.type.toLowerCase(),
      resourceGroup: resourceGroup?.toLowerCase(),
      subscriptionId,
    });
  }
  return rows;
}
