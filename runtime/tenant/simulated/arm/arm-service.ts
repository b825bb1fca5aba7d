/** Azure's resource manager, for one subscription. */
import { answered, type Decision, type Handler, json, type TenantRequest } from "../answer.ts";
import { callerOf } from "../tokens.ts";
import type { Scene } from "../world.ts";
import { armFailed, noResourceType } from "./arm-errors.ts";
import { lockPath, locks } from "./locks.ts";
import { operationResult, operationStatus } from "./operations.ts";
import { queryResources } from "./resource-graph.ts";
import { resourceIdOf } from "./resource-ids.ts";
import { listGroups, listResources } from "./resource-lists.ts";
import { oneResource } from "./resources.ts";

export const arm: Handler = (scene, request) => {
  const caller = callerOf(scene, "arm", request);
  if (caller.kind === "unknown") return armFailed(401, "InvalidAuthenticationToken", caller.reason);
  if (!request.query.has("api-version")) {
    const message = "The api-version query parameter (?api-version=) is required for all requests.";
    return armFailed(400, "MissingApiVersionParameter", message);
  }
  const path = request.path.map((part) => part.toLowerCase());
  if (path.join("/") === "providers/microsoft.resourcegraph/resources") {
    return request.method === "POST"
      ? queryResources(scene, request)
      : armFailed(405, "MethodNotAllowed", "Queries are posted.");
  }
  const { subscriptionId } = scene.world.settings;
  if (path[0] !== "subscriptions" || path[1] !== subscriptionId) {
    const message = `The subscription '${request.path[1] ?? ""}' could not be found.`;
    return armFailed(404, "SubscriptionNotFound", message);
  }
  return withinSubscription(scene, request, path);
};

function withinSubscription(
  scene: Scene,
  request: TenantRequest,
  path: readonly string[],
): Decision {
  const lock = lockPath(request.path);
  if (lock !== null) return locks(scene, request, lock);
  const isGet = request.method === "GET";
  const last = path.at(-1);
  if (isGet && path.length === 2) return answered(json(200, showSubscription(scene)));
  if (isGet && path.length === 3 && last === "resourcegroups") return listGroups(scene, request);
  if (isGet && last === "resources" && (path.length === 3 || path.length === 5)) {
    return listResources(scene, `/${path.slice(0, -1).join("/")}`, request);
  }
  if (isGet && path[2] === "operationresults" && path.length === 4) {
    return operationResult(scene, request.path[3] ?? "");
  }
  if (isGet && path[4] === "locations" && path[6] === "operations" && path.length === 8) {
    return operationStatus(scene, request.path[7] ?? "");
  }
  const resource = resourceIdOf(request.path);
  if (resource === null) return noResourceType();
  return oneResource(scene, request, resource);
}

const showSubscription = ({ world }: Scene) => ({
  id: `/subscriptions/${world.settings.subscriptionId}`,
  subscriptionId: world.settings.subscriptionId,
  tenantId: world.settings.tenantId,
  displayName: "Simulated",
  state: "Enabled",
});
