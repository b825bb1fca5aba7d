/** Who and when: what a good token of the tests says, and what the API expects of one. */
import type { JWTPayload } from "jose";
import { type ExpectedToken, expectedOf } from "../../../../runtime/api/auth/expected-token.ts";

export const TENANT = "11111111-2222-4333-8444-555555555555";
export const CLIENT = "aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee";
export const LISTED_APP = "99999999-0000-4000-8000-000000000001";
export const OID = "0f0f0f0f-1111-4222-8333-444444444444";
/** By the clock of these tests. */
export const NOW = new Date("2026-03-14T09:00:00.000Z");
const NOW_SEC = NOW.getTime() / 1_000;

export const expected: ExpectedToken = expectedOf({
  instance: "https://login.microsoftonline.com/",
  tenantId: TENANT,
  clientId: CLIENT,
  audience: `api://${CLIENT}`,
  scope: "access",
  apps: [LISTED_APP],
});

export const claims: JWTPayload = {
  iss: `https://login.microsoftonline.com/${TENANT}/v2.0`,
  aud: CLIENT,
  tid: TENANT,
  oid: OID,
  ver: "2.0",
  scp: "openid access",
  roles: ["Reader"],
  preferred_username: "ada@contoso.com",
  iat: NOW_SEC - 60,
  nbf: NOW_SEC - 60,
  exp: NOW_SEC + 3_600,
};
