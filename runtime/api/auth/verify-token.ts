/** A bearer token becomes a caller, or nothing: signature, issuer, tenant, audience, times, and
 *  what kind of token it is. Anything that could mean two things is refused.
 *  T1. RS256 with a key the tenant publishes; a key that a token names or brings itself is not
 *      looked at.
 *  T2. Only access tokens: one for a person has our scope and a role, one for a program says that
 *      it is one, has a role and is on the list.
 *  T3. Why a token is refused is for the log, never for whoever sent it. */
import { type JWTPayload, type JWTVerifyGetKey, jwtVerify } from "jose";
import { ROLES, type Role } from "../../contract/http/roles.ts";
import { fail, ok, type Result } from "../../contract/result.ts";
import type { Caller } from "../serving/caller.ts";
import { displayName } from "./display-name.ts";
import type { ExpectedToken } from "./expected-token.ts";

export type TokenCheck = {
  readonly keys: JWTVerifyGetKey;
  readonly expected: ExpectedToken;
  /** The machine's time: tokens are not of the engine's world. */
  readonly now: () => Date;
};

const TOKEN_CHARS_MAX = 16_384;
const SKEW_SEC = 60;
/** Entra's longest lifetime of an access token is 28 hours. */
const AGE_SEC_MAX = 28 * 3_600;
const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const REQUIRED = ["iss", "aud", "exp", "nbf", "iat", "tid", "oid", "ver"];

export async function verifyToken(
  { keys, expected, now }: TokenCheck,
  token: string,
): Promise<Result<Caller, string>> {
  if (token.length > TOKEN_CHARS_MAX) return fail("too long");
  const claims = await signedClaims(keys, expected, now(), token);
  if (!claims.ok) return claims;
  const wrong = wrongIn(claims.value, expected, now());
  return wrong === null ? callerOf(claims.value, expected) : fail(wrong);
}

async function signedClaims(
  keys: JWTVerifyGetKey,
  { issuers, audiences }: ExpectedToken,
  currentDate: Date,
  token: string,
): Promise<Result<JWTPayload, string>> {
  try {
    const { payload } = await jwtVerify(token, keys, {
      algorithms: ["RS256"],
      typ: "JWT",
      issuer: [issuers.v1, issuers.v2],
      audience: [...audiences],
      clockTolerance: SKEW_SEC,
      currentDate,
      requiredClaims: REQUIRED,
    });
    return ok(payload);
  } catch (error) {
    return fail(error instanceof Error ? error.message : "not a token");
  }
}

/** What the signature alone does not say. */
function wrongIn(claims: JWTPayload, expected: ExpectedToken, now: Date): string | null {
  const { iss, aud, iat = 0, exp = 0, nbf = 0, tid, oid, ver, nonce } = claims;
  if (typeof aud !== "string") return "several audiences";
  const issuer = ver === "1.0" ? expected.issuers.v1 : ver === "2.0" ? expected.issuers.v2 : null;
  if (issuer === null || iss !== issuer) return "issuer and version do not belong together";
  if (tid !== expected.tenantId) return "of another tenant";
  if (typeof oid !== "string" || !GUID.test(oid)) return "no object id";
  if (iat * 1_000 > now.getTime() + SKEW_SEC * 1_000) return "issued in the future";
  if (exp <= nbf || exp <= iat) return "ends before it begins";
  if (exp - iat > AGE_SEC_MAX) return "valid for too long";
  return nonce === undefined ? null : "an id token";
}

function callerOf(claims: JWTPayload, expected: ExpectedToken): Result<Caller, string> {
  const { scp, idtyp, roles: given, azp, appid, tid, oid, exp = 0 } = claims;
  if (given !== undefined && !isTexts(given)) return fail("roles are not a list");
  const kind = kindOf({ scp, idtyp, app: azp ?? appid }, expected);
  if (!kind.ok) return kind;
  const roles = ROLES.filter((role) => (given ?? []).includes(role));
  return ok({
    tenantId: String(tid),
    objectId: String(oid).toLowerCase(),
    name: displayName(claims),
    kind: kind.value,
    roles: roles as readonly Role[],
    expiresAt: new Date(exp * 1_000),
  });
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === "string");

type Standing = { readonly scp: unknown; readonly idtyp: unknown; readonly app: unknown };

function kindOf(
  { scp, idtyp, app }: Standing,
  { scope, apps }: ExpectedToken,
): Result<Caller["kind"], string> {
  if (idtyp === "app") {
    if (scp !== undefined) return fail("a program's token with a person's scope");
    return typeof app === "string" && apps.includes(app) ? ok("app") : fail("an unlisted program");
  }
  if (idtyp !== undefined && idtyp !== "user") return fail("of an unknown kind");
  if (typeof scp !== "string") return fail("no scope");
  return scp.split(" ").includes(scope) ? ok("user") : fail("not our scope");
}
