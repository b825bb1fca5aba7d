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
  const ids = new Set(parts.map(idOf));
  const isWhole = ids.size === parts.length && parts.flatMap(waitsFor).every((id) => ids.has(id));
  if (parts.length === 0 || !isWhole) {
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
    statuses.set(idOf(part), answer.status);
    const body = answer.text ?? answer.body;
    const kind = answer.text === undefined ? "application/json" : "text/plain";
    const type: Readonly<Record<string, string>> = body === null ? {} : { "Content-Type": kind };
    const headers = { ...type, ...answer.headers };
    return { id: String(part["id"]), status: answer.status, headers, body };
  });
  return { status: 200, headers: {}, body: { responses } };
}

/** Ids are the same in any case. */
const idOf = ({ id }: JsonObject): string => String(id).toLowerCase();

const waitsFor = ({ dependsOn }: JsonObject): readonly string[] =>
  Array.isArray(dependsOn) ? dependsOn.map((id) => String(id).toLowerCase()) : [];

function headersOf({ headers }: JsonObject): Readonly<Record<string, string>> {
  const own = isJsonObject(headers) ? Object.entries(headers) : [];
  return Object.fromEntries(own.map(([name, value]) => [name.toLowerCase(), String(value)]));
}

function answerPart(
  scene: Scene,
  request: TenantRequest,
  part: JsonObject,
  statuses: ReadonlyMap<string, number>,
  performPart: (part: TenantRequest) => Answer,
): Answer {
  if (waitsFor(part).some((id) => (statuses.get(id) ?? 500) >= 400)) {
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
  const headers = headersOf(part);
  if (part["body"] !== undefined && headers["content-type"] === undefined) {
    const message = "Write request id has no Content-Type header, or its body is not readable.";
    return graphError(scene, request, badQuery(message));
  }
  // Who asks and what it may do is the whole's; what else a header says is each part's own.
  const { authorization = "", "client-request-id": clientId } = request.headers;
  const whole = { authorization, ...(clientId !== undefined && { "client-request-id": clientId }) };
  return performPart({
    method: method.toUpperCase(),
    path: [request.path[0] ?? "v1.0", ...target.path],
    query: target.query,
    headers: { ...headers, ...whole },
    body: part["body"],
  });
}
