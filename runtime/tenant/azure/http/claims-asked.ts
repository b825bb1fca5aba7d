/** A service that no longer trusts a token can say what it wants to see in the next one
 *  (continuous access evaluation): `WWW-Authenticate: Bearer … claims="…"`, as JSON in base64. */

const CLAIMS = /\bclaims="([A-Za-z0-9+/_=-]{1,8192})"/;

/** Undefined where it asks for none that can be understood. */
export function claimsAsked(header: string | null): string | undefined {
  const [, encoded] = CLAIMS.exec(header ?? "") ?? [];
  if (encoded === undefined) return undefined;
  const claims = Buffer.from(encoded, "base64").toString();
  try {
    return JSON.parse(claims) instanceof Object ? claims : undefined;
  } catch {
    return undefined;
  }
}
