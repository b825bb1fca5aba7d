/** How Graph says no: code, message and an inner error with the time and the request's id. */
import type { JsonObject } from "../../../contract/json-object.ts";
import { type Answer, answered, type Decision, json, type TenantRequest } from "../answer.ts";
import type { Scene } from "../world.ts";

export type GraphProblem = {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly details?: readonly JsonObject[];
};

export const refuse = (scene: Scene, request: TenantRequest, problem: GraphProblem): Decision =>
  answered(graphError(scene, request, problem));

export function graphError(
  { now }: Scene,
  request: TenantRequest,
  { status, code, message, details }: GraphProblem,
): Answer {
  const id = request.headers["request-id"] ?? "";
  const innerError = {
    date: new Date(now).toISOString().slice(0, 19),
    "request-id": id,
    "client-request-id": request.headers["client-request-id"] ?? id,
  };
  const listed = details === undefined ? {} : { details };
  return json(status, { error: { code, message, ...listed, innerError } });
}

export const badRequest = (message: string, details?: readonly JsonObject[]): GraphProblem => ({
  status: 400,
  code: "Request_BadRequest",
  message,
  ...(details === undefined ? {} : { details }),
});

export const notThere = (id: string): GraphProblem => ({
  status: 404,
  code: "Request_ResourceNotFound",
  message:
    `Resource '${id}' does not exist or one of its queried reference-property objects ` +
    "are not present.",
});

/** For queries that are well written and not answered. */
export const unsupported = (message: string): GraphProblem => ({
  status: 400,
  code: "Request_UnsupportedQuery",
  message,
});

export const badQuery = (message: string): GraphProblem => ({
  status: 400,
  code: "BadRequest",
  message,
});
