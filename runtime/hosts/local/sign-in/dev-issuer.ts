/** Signs tokens for the demo people of one local host. They are real tokens, believed by the same
 *  code as a tenant's: own key, own tenant, own audience, so that no other host believes them and
 *  this one believes no others.
 *  The key is kept in the data folder, for its owner alone, so that a browser stays signed in when
 *  Drover is started again. */
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createLocalJWKSet, exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from "jose";
import { z } from "zod";
import type { ExpectedToken } from "../../../api/auth/expected-token.ts";
import type { TokenCheck } from "../../../api/auth/verify-token.ts";
import { API_SCOPE, type Role } from "../../../contract/http/roles.ts";

export type DevIssuer = {
  readonly check: TokenCheck;
  readonly sign: (role: Role) => Promise<{ readonly token: string; readonly expiresAt: Date }>;
};

const KEY_FILE = "dev-key.json";
const OWNER_ONLY = 0o600;
const ALGORITHM = "RS256";
const LIFE_SEC = 12 * 3_600;

/** Made up, and in no tenant of Microsoft's. */
const TENANT_ID = "00000000-0000-4000-8000-0000d40e4000";
const PEOPLE: Readonly<Record<Role, { readonly oid: string; readonly name: string }>> = {
  Admin: { oid: "00000000-0000-4000-8000-0000000000a1", name: "demo-admin@drover.local" },
  Operator: { oid: "00000000-0000-4000-8000-0000000000a2", name: "demo-operator@drover.local" },
  Reader: { oid: "00000000-0000-4000-8000-0000000000a3", name: "demo-reader@drover.local" },
  Auditor: { oid: "00000000-0000-4000-8000-0000000000a4", name: "demo-auditor@drover.local" },
};

const StoredKey = z.looseObject({ kty: z.literal("RSA"), kid: z.string(), d: z.string() });

export async function openDevIssuer(folder: string, now: () => Date): Promise<DevIssuer> {
  const stored = readKey(folder) ?? (await makeKey(folder));
  const { kid } = stored;
  const key = await importJWK(stored as JWK, ALGORITHM);
  const { kty, n, e } = stored as JWK & { readonly kty: "RSA" };
  const keys = createLocalJWKSet({ keys: [{ kty, n, e, kid, alg: ALGORITHM, use: "sig" } as JWK] });
  const expected = expectedBy(kid);
  return {
    check: { keys, expected, now },
    sign: async (role) => {
      const issuedSec = Math.floor(now().getTime() / 1_000);
      const expiresSec = issuedSec + LIFE_SEC;
      const { oid, name } = PEOPLE[role];
      const claims = { tid: TENANT_ID, oid, ver: "2.0", scp: API_SCOPE, roles: [role] };
      const token = await new SignJWT({ ...claims, preferred_username: name })
        .setProtectedHeader({ alg: ALGORITHM, typ: "JWT", kid })
        .setIssuer(expected.issuers.v2)
        .setAudience(expected.audiences[0] ?? "")
        .setSubject(oid)
        .setIssuedAt(issuedSec)
        .setNotBefore(issuedSec)
        .setExpirationTime(expiresSec)
        .sign(key);
      return { token, expiresAt: new Date(expiresSec * 1_000) };
    },
  };
}

/** The key's name is in the audience: a token of another folder's host is not for this one. */
const expectedBy = (kid: string): ExpectedToken => ({
  tenantId: TENANT_ID,
  issuers: {
    v1: `https://drover.invalid/${TENANT_ID}/`,
    v2: `https://drover.invalid/${TENANT_ID}/v2.0`,
  },
  audiences: [`drover-local:${kid}`],
  scope: API_SCOPE,
  apps: [],
});

function readKey(folder: string): z.output<typeof StoredKey> | null {
  const file = join(folder, KEY_FILE);
  if (!existsSync(file)) return null;
  chmodSync(file, OWNER_ONLY);
  try {
    return StoredKey.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    // Half written or tampered with: a new one only signs everybody out.
    return null;
  }
}

async function makeKey(folder: string): Promise<z.output<typeof StoredKey>> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  const key = StoredKey.parse({ ...(await exportJWK(privateKey)), kid: crypto.randomUUID() });
  const file = join(folder, KEY_FILE);
  writeFileSync(file, `${JSON.stringify(key)}\n`, { mode: OWNER_ONLY });
  return key;
}
