/** The services of a tenant by the first part of their path, and how each words a failure that
 *  comes before or instead of its own answer. */
import { type Answer, type Handler, json, type TenantRequest } from "./answer.ts";
import { arm } from "./arm/arm-service.ts";
import { exchange } from "./exchange/exchange-service.ts";
import type { Family } from "./faults/fault-profile.ts";
import { graphError } from "./graph/graph-errors.ts";
import { graph } from "./graph/graph-service.ts";
import { issueToken } from "./tokens.ts";
import { vault } from "./vault/vault-service.ts";
import type { Scene } from "./world.ts";

export const SERVICES: Readonly<Record<Family, Handler>> = {
  login: issueToken,
  graph,
  exchange,
  arm,
  vault,
};

export const isFamily = (name: string | undefined): name is Family =>
  name !== undefined && Object.hasOwn(SERVICES, name);

const CODES: Readonly<Record<number, readonly [code: string, message: string]>> = {
  400: ["BadRequest", "The request is not valid."],
  404: ["UnknownError", "There is no such service here."],
  413: ["RequestEntityTooLarge", "The request body is too large."],
  414: ["UriTooLong", "The address of the request is too long."],
  429: ["TooManyRequests", "Too many requests: wait as long as Retry-After says."],
  500: ["InternalServerError", "An unexpected error occurred."],
  502: ["BadGateway", "The server did not get a valid answer."],
  503: ["ServiceUnavailable", "The service is temporarily unavailable."],
  504: ["GatewayTimeout", "The server did not get an answer in time."],
};

/** A failure that is not the handler's own, in the service's words. */
export function faultAnswer(
  scene: Scene,
  family: Family,
  request: TenantRequest,
  status: number,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  const [code, message] = CODES[status] ?? ["UnknownError", "Something went wrong."];
  if (family === "login") return json(status, { error: code, error_description: message }, headers);
  const answer = graphError(scene, request, { status, code, message });
  return { ...answer, headers };
}
