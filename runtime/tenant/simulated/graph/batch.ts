/** `$batch`: up to twenty requests in one, each with a fate and an answer of its own. A part that
 *  waits for one that failed is not tried. */
import { isJsonObject, type JsonObject } from "../../../contract/json-object.ts";
import type { Answer, TenantRequest } from "../answer.ts";
import { TENANT_LIMITS } from "../limits.ts";
import { partsOf } from "../read-request.ts";
import type { Scene } from "../world.ts";
import { badQuery, graphError } from "./graph-errors.ts";

export const isBatch = ({ method, path }: TenantRequest): boolean =>
  method === "POST" && path.length === 2 && path[1] === "$batch";

export function performBatch(
  scene: Scene,
  request: TenantRequest,
  performPart: (part: TenantRequest) => Answer,
): Answer {
  const listed = isJsonObject(request.body) ? request.body["requests"] : undefined;
  const parts = Array.isArray(listed) ? listed.filter(isJsonObject) : [];
  const ids = new Set(parts.map(({ id }) => String(id)));
  if (parts.length === 0 || ids.size !== parts.length) {
    return graphError(scene, request, badQuery("Invalid batch payload format."));
  }
  if (parts.length > TENANT_LIMITS.batchRequests) {
    const most = TENANT_LIMITS.batchRequests;
    const message = `Number of batch request steps exceeds the maximum value of ${most}.`;
    return graphError(scene, request, { ...badQuery(message), code: "MaximumValueExceeded" });
  }
  const statuses = new Map<string, number>();
  const responses = parts.map((part) => {
    const answer = answerPart(scene, request, part, statuses, performPart);
    statuses.set(String(part["id"]), answer.status);
    const type: Readonly<Record<string, string>> =
      answer.body === null ? {} : { "Content-Type": "application/json" };
    const headers = { ...type, ...answer.headers };
    return { id: String(part["id"]), status: answer.status, headers, body: answer.body };
  });
  return { status: 200, headers: {}, body: { responses } };
}

function answerPart(
  scene: Scene,
  request: TenantRequest,
  part: JsonObject,
  statuses: ReadonlyMap<string, number>,
  performPart: (part: TenantRequest) => Answer,
): Answer {
  const waitsFor = Array.isArray(part["dependsOn"]) ? part["dependsOn"].map(String) : [];
  if (waitsFor.some((id) => (statuses.get(id) ?? 500) >= 400)) {
    const problem = {
      status: 424,
      code: "FailedDependency",
      message: "A request this one depends on failed.",
    };
    return graphError(scene, request, problem);
  }
  const target = typeof part["url"] === "string" ? partsOf(part["url"]) : null;
  const method = part["method"];
  if (target === null || typeof method !== "string" || target.path[0] === "$batch") {
    return graphError(scene, request, badQuery("Invalid batch payload format."));
  }
  return performPart({
    method: method.toUpperCase(),
    path: [request.path[0] ?? "v1.0", ...target.path],
    query: target.query,
    headers: request.headers,
    body: part["body"],
  });
}
