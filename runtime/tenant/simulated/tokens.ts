/** The token endpoint, and the check that every other call goes through: a token is for one API,
 *  for an hour, and says which permissions the application has. Signed with a key made of the
 *  seed; nothing outside of a simulated tenant believes it.
 *  An application proves itself by its secret, or by an assertion (certificate or federation),
 *  whose claims are looked at and whose signature is not. */
import { createHmac } from "node:crypto";
import { isJsonObject } from "../../contract/json-object.ts";
import { answered, type Decision, json, type TenantRequest } from "./answer.ts";
import { idOf } from "./chance.ts";
import type { Family } from "./faults/fault-profile.ts";
import type { TenantApp } from "./settings.ts";
import type { Scene } from "./world.ts";

const AUDIENCES: Readonly<Record<Exclude<Family, "login">, string>> = {
  graph: "https://graph.microsoft.com",
  exchange: "https://outlook.office365.com",
  arm: "https://management.azure.com",
  vault: "https://vault.azure.net",
};

/** Graph's own application, the same in every tenant. */
const GRAPH_APP = "00000003-0000-0000-c000-000000000000";

const ASSERTION = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

/** `POST /{tenant}/oauth2/v2.0/token`, form-encoded. */
export function issueToken(scene: Scene, request: TenantRequest): Decision {
  const [tenant, ...rest] = request.path;
  const { settings } = scene.world;
  if (request.method !== "POST" || rest.join("/") !== "oauth2/v2.0/token") {
    return refused(scene, 404, "invalid_request", "AADSTS900144: no such endpoint.");
  }
  if (tenant !== settings.tenantId && !settings.domains.includes(tenant ?? "")) {
    return refused(scene, 400, "invalid_tenant", `AADSTS90002: Tenant '${tenant}' not found.`);
  }
  const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
  if (form.get("grant_type") !== "client_credentials") {
    return refused(scene, 400, "unsupported_grant_type", "AADSTS70003: client_credentials only.");
  }
  const app = settings.apps.find(({ clientId }) => clientId === form.get("client_id"));
  if (app === undefined) {
    return refused(scene, 400, "unauthorized_client", "AADSTS700016: application not found.");
  }
  if (!isProven(scene, app, form)) {
    return refused(scene, 401, "invalid_client", "AADSTS7000215: Invalid client secret provided.");
  }
  const audience = (form.get("scope") ?? "").replace(/\/?\/\.default$/, "");
  if (!Object.values(AUDIENCES).includes(audience)) {
    return refused(scene, 400, "invalid_scope", "AADSTS70011: the scope is not valid.");
  }
  const expiresIn = settings.tokenLifetimeSec;
  const token = sign(scene, app, audience);
  const body = { token_type: "Bearer", expires_in: expiresIn, ext_expires_in: expiresIn };
  return answered(json(200, { ...body, access_token: token }, { "cache-control": "no-store" }));
}

export type Caller =
  | { readonly kind: "known"; readonly roles: readonly string[] }
  | { readonly kind: "unknown"; readonly reason: string };

/** Who calls, by the bearer token of the request. */
export function callerOf({ world, now }: Scene, family: Family, request: TenantRequest): Caller {
  const token = /^Bearer (\S+)$/i.exec(request.headers["authorization"] ?? "")?.[1];
  if (token === undefined) return { kind: "unknown", reason: "Access token is empty." };
  const [head = "", payload = "", signature = ""] = token.split(".");
  if (signature !== signatureOf(world.settings.seed, `${head}.${payload}`)) {
    return { kind: "unknown", reason: "Signature is invalid." };
  }
  const claims = readClaims(payload);
  if (claims === null || family === "login" || claims["aud"] !== AUDIENCES[family]) {
    return { kind: "unknown", reason: "Invalid audience." };
  }
  if (Number(claims["exp"]) * 1_000 <= now) {
    return { kind: "unknown", reason: "Lifetime validation failed, the token is expired." };
  }
  return { kind: "known", roles: claims["roles"] as readonly string[] };
}

/** What an API says to somebody whom it does not know: where a token for it is to be had. */
export function challengeOf(
  { world }: Scene,
  family: "graph" | "vault",
): Readonly<Record<string, string>> {
  const { origin, tenantId } = world.settings;
  const authority = `${origin}/login/${tenantId}`;
  const challenge =
    family === "vault"
      ? `Bearer authorization="${authority}", resource="${AUDIENCES.vault}"`
      : `Bearer realm="", authorization_uri="${authority}/oauth2/authorize", ` +
        `client_id="${GRAPH_APP}"`;
  return { "www-authenticate": challenge };
}

function sign({ world, now }: Scene, app: TenantApp, audience: string): string {
  const nowSec = Math.floor(now / 1_000);
  const { seed, tenantId, tokenLifetimeSec } = world.settings;
  const claims = {
    aud: audience,
    iss: `https://sts.windows.net/${tenantId}/`,
    iat: nowSec,
    nbf: nowSec,
    exp: nowSec + tokenLifetimeSec,
    appid: app.clientId,
    oid: idOf(seed, "service-principal", app.clientId),
    roles: app.roles,
    tid: tenantId,
    ver: "1.0",
  };
  const unsigned = `${encode({ typ: "JWT", alg: "HS256", kid: "simulated" })}.${encode(claims)}`;
  return `${unsigned}.${signatureOf(seed, unsigned)}`;
}

function isProven({ now }: Scene, app: TenantApp, form: URLSearchParams): boolean {
  if (form.get("client_assertion_type") !== ASSERTION) {
    return form.get("client_secret") === app.secret;
  }
  const claims = readClaims((form.get("client_assertion") ?? "").split(".")[1] ?? "");
  return claims?.["sub"] === app.clientId && Number(claims["exp"]) * 1_000 > now;
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

const signatureOf = (seed: string, text: string): string =>
  createHmac("sha256", `token-key ${seed}`).update(text).digest("base64url");

function readClaims(payload: string): Readonly<Record<string, unknown>> | null {
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, "base64url").toString());
    return isJsonObject(claims) ? claims : null;
  } catch {
    return null;
  }
}

function refused(scene: Scene, status: number, error: string, text: string): Decision {
  const timestamp = new Date(scene.now).toISOString();
  return answered(json(status, { error, error_description: text, timestamp }));
}
