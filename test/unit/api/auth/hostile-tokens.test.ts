import { createHmac } from "node:crypto";
import { beforeAll, describe, expect, test } from "@jest/globals";
import {
  type CryptoKey,
  createLocalJWKSet,
  exportSPKI,
  importJWK,
  type JWTPayload,
  SignJWT,
} from "jose";
import { verifyToken } from "../../../../runtime/api/auth/verify-token.ts";
import { claims, expected, LISTED_APP, NOW, OID, TENANT } from "./good-claims.ts";
import { type Signer, signer, unsigned } from "./tokens.ts";

const NOW_SEC = NOW.getTime() / 1_000;
const OTHER = "66666666-7777-4888-8999-000000000000";
const V1 = { iss: `https://sts.windows.net/${TENANT}/`, ver: "1.0" };
const APP = { scp: undefined, idtyp: "app", azp: LISTED_APP, preferred_username: undefined };

let ours: Signer;
let theirs: Signer;
let pem: string;

beforeAll(async () => {
  ours = await signer("key-1");
  theirs = await signer("key-2");
  pem = await exportSPKI((await importJWK(ours.publicKey, "RS256")) as CryptoKey);
});

const check = (token: string, now = NOW) =>
  verifyToken(
    { keys: createLocalJWKSet({ keys: [ours.publicKey] }), expected, now: () => now },
    token,
  );

/** Payloads that our own key signed and that are wrong all the same. */
const PAYLOADS: readonly (readonly [string, object])[] = [
  ["of no issuer", { iss: undefined }],
  ["of another tenant's issuer", { iss: `https://login.microsoftonline.com/${OTHER}/v2.0` }],
  ["of the common issuer", { iss: "https://login.microsoftonline.com/common/v2.0" }],
  [
    "of an issuer with the template left in",
    { iss: "https://login.microsoftonline.com/{tenantid}/v2.0" },
  ],
  ["of the issuer without its version", { iss: `https://login.microsoftonline.com/${TENANT}` }],
  ["of the issuer with a slash more", { iss: `https://login.microsoftonline.com/${TENANT}/v2.0/` }],
  ["of the issuer over http", { iss: `http://login.microsoftonline.com/${TENANT}/v2.0` }],
  [
    "of an issuer that only begins the same",
    { iss: `https://login.microsoftonline.com/${TENANT}/v2.0.evil.example` },
  ],
  [
    "of an issuer of a like name",
    { iss: `https://login.microsoftonline.com.evil.example/${TENANT}/v2.0` },
  ],
  ["of the issuer in other letters", { iss: `https://LOGIN.microsoftonline.com/${TENANT}/v2.0` }],
  ["of a list of issuers", { iss: [claims.iss] }],
  ["version 1.0 in the name of 2.0", { ver: "1.0" }],
  ["version 2.0 in the name of 1.0", { iss: V1.iss }],
  ["of version 3.0", { ver: "3.0" }],
  ["of a version that is a number", { ver: 2 }],
  ["of no version", { ver: undefined }],
  ["of no tenant", { tid: undefined }],
  ["of another tenant under our issuer", { tid: OTHER }],
  ["of a tenant that is a list", { tid: [TENANT] }],
  ["for no audience", { aud: undefined }],
  ["for another application", { aud: OTHER }],
  ["for Microsoft Graph", { aud: "00000003-0000-0000-c000-000000000000" }],
  ["for an audience that begins like ours", { aud: `${claims.aud}-other` }],
  ["for the audience in upper case", { aud: String(claims.aud).toUpperCase() }],
  ["for several audiences, ours among them", { aud: [claims.aud, OTHER] }],
  ["for an empty audience", { aud: "" }],
  ["without an end", { exp: undefined }],
  ["that ended a minute and a second ago", { exp: NOW_SEC - 61 }],
  ["that ended long ago", { iat: NOW_SEC - 9_000, nbf: NOW_SEC - 9_000, exp: NOW_SEC - 5_000 }],
  ["whose end is text", { exp: String(NOW_SEC + 3_600) }],
  ["whose end is null", { exp: null }],
  ["whose end is below zero", { exp: -1 }],
  ["without a beginning", { nbf: undefined }],
  ["that begins in two minutes", { nbf: NOW_SEC + 120 }],
  ["whose beginning is text", { nbf: String(NOW_SEC) }],
  ["that ends before it begins", { nbf: NOW_SEC + 50, exp: NOW_SEC + 40 }],
  ["that does not say when it was issued", { iat: undefined }],
  ["issued in two minutes", { iat: NOW_SEC + 120 }],
  ["issued in milliseconds", { iat: NOW.getTime() }],
  ["that ends before it was issued", { iat: NOW_SEC + 30, exp: NOW_SEC + 20, nbf: NOW_SEC }],
  ["valid for a year", { exp: NOW_SEC + 365 * 86_400 }],
  ["of nobody", { oid: undefined }],
  ["of somebody who is no GUID", { oid: "ada" }],
  ["of somebody who is a list", { oid: [OID] }],
  ["of somebody with a line end behind", { oid: `${OID}\n` }],
  ["with a nonce: an id token", { nonce: "n-1" }],
  ["with a nonce that is empty", { nonce: "" }],
  ["without any scope", { scp: undefined }],
  ["with an empty scope", { scp: "" }],
  ["with another scope", { scp: "User.Read" }],
  ["with a scope that begins like ours", { scp: "access_too" }],
  ["with our scope in other letters", { scp: "ACCESS" }],
  ["with scopes as a list", { scp: ["access"] }],
  ["with scopes between commas", { scp: "openid,access" }],
  ["with roles that are text", { roles: "Admin" }],
  ["with roles that are an object", { roles: { 0: "Admin" } }],
  ["with a role that is no text", { roles: [["Admin"]] }],
  ["of a program that is not listed", { ...APP, azp: OTHER }],
  ["of a program that has no name", { ...APP, azp: undefined }],
  ["of a program whose name is a list", { ...APP, azp: [LISTED_APP] }],
  ["of a program with a person's scope", { ...APP, scp: "access" }],
  ["of a program that does not say it is one", { ...APP, idtyp: undefined }],
  ["of a kind nobody knows", { idtyp: "device" }],
  ["of a listed program that claims to be a person", { ...APP, idtyp: "user" }],
];

/** What is wrong with the token itself, whoever it says it is from. */
const FORGERIES: readonly (readonly [string, () => Promise<string> | string])[] = [
  ["unsigned, by alg none", () => unsigned({ alg: "none", typ: "JWT" }, claims)],
  ["unsigned, by alg NONE", () => unsigned({ alg: "NONE", typ: "JWT", kid: "key-1" }, claims)],
  ["unsigned, by no alg", () => unsigned({ typ: "JWT", kid: "key-1" }, claims)],
  [
    "without a signature",
    async () => `${(await ours.sign(claims)).split(".").slice(0, 2).join(".")}.`,
  ],
  [
    "signed with our public key as a secret",
    () => {
      const [head, body] = unsigned({ alg: "HS256", typ: "JWT", kid: "key-1" }, claims).split(".");
      const signature = createHmac("sha256", pem).update(`${head}.${body}`).digest("base64url");
      return `${head}.${body}.${signature}`;
    },
  ],
  ["signed by another key under our key's name", () => theirs.sign(claims, { kid: "key-1" })],
  ["signed by a key that is not published", () => theirs.sign(claims)],
  ["that brings its own key", () => theirs.sign(claims, { jwk: theirs.publicKey })],
  ["that says where its key is", () => theirs.sign(claims, { jku: "https://evil.example/keys" })],
  [
    "that says where its certificate is",
    () => theirs.sign(claims, { x5u: "https://evil.example/c" }),
  ],
  ["that brings its certificate", () => theirs.sign(claims, { x5c: ["MIIB"] })],
  ["whose key's name is a path", () => theirs.sign(claims, { kid: "../../../../dev/null" })],
  ["whose key's name is SQL", () => theirs.sign(claims, { kid: "x' or '1'='1" })],
  [
    "signed by PS256 with our key's name",
    async () => {
      const other = await signer("key-1", "PS256");
      return other.sign(claims);
    },
  ],
  [
    "signed by ES256 with our key's name",
    async () => (await signer("key-1", "ES256")).sign(claims),
  ],
  [
    "with something critical that nobody knows",
    async () =>
      unsigned({ alg: "RS256", typ: "JWT", kid: "key-1", crit: ["exp"], exp: 1 }, claims, "AAAA"),
  ],
  ["of another type", () => ours.sign(claims, { typ: "at+jwt" })],
  [
    "of no type",
    () =>
      new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: "key-1" }).sign(ours.privateKey),
  ],
  [
    "whose payload was changed afterwards",
    async () => {
      const [head, , signature] = (await ours.sign(claims)).split(".");
      const payload = Buffer.from(JSON.stringify({ ...claims, roles: ["Admin"] })).toString(
        "base64url",
      );
      return `${head}.${payload}.${signature}`;
    },
  ],
  ["whose signature was cut", async () => (await ours.sign(claims)).slice(0, -4)],
  ["with a fourth part", async () => `${await ours.sign(claims)}.AAAA`],
  ["of five parts, as if encrypted", () => "eyJhbGciOiJkaXIifQ..AAAA.AAAA.AAAA"],
  ["that is empty", () => ""],
  ["that is two dots", () => ".."],
  ["that is no base64", () => "ä.ö.ü"],
  [
    "whose payload is a list",
    () => unsigned({ alg: "RS256", typ: "JWT", kid: "key-1" }, [], "AAAA"),
  ],
  ["that is longer than any token", async () => ours.sign({ ...claims, more: "x".repeat(20_000) })],
];

describe("a hostile token", () => {
  test("there are at least sixty of them", () => {
    expect(PAYLOADS.length + FORGERIES.length).toBeGreaterThanOrEqual(60);
  });

  test.each(PAYLOADS)(
    "X-76 (part): %s is not believed, although our key signed it",
    async (_, changed) => {
      const plain = JSON.parse(JSON.stringify({ ...claims, ...changed })) as JWTPayload;
      expect(await check(await ours.sign(plain))).toMatchObject({ ok: false });
    },
  );

  test.each(FORGERIES)("X-76 (part): %s is not believed", async (_, forge) => {
    expect(await check(await forge())).toMatchObject({ ok: false });
  });
});

describe("an honest token", () => {
  test("X-76 (part): is believed in both versions, at both audiences, with its roles", async () => {
    const roles = ["Admin", "Reader", "Somebody.Else"];
    for (const changed of [{}, V1, { aud: `api://${claims.aud}` }]) {
      const caller = await check(await ours.sign({ ...claims, ...changed, roles }));
      expect(caller).toMatchObject({
        ok: true,
        value: { tenantId: TENANT, objectId: OID, kind: "user", roles: ["Admin", "Reader"] },
      });
    }
  });

  test("X-76 (part): without a role of ours is believed, and has none", async () => {
    for (const roles of [undefined, [], ["admin"], ["ADMIN", "reader "]]) {
      const payload = JSON.parse(JSON.stringify({ ...claims, roles }));
      expect(await check(await ours.sign(payload))).toMatchObject({
        ok: true,
        value: { roles: [] },
      });
    }
  });

  test("X-76 (part): of a listed program is believed, in both versions", async () => {
    const program = JSON.parse(JSON.stringify({ ...claims, ...APP, name: "nightly" }));
    expect(await check(await ours.sign(program))).toMatchObject({
      ok: true,
      value: { kind: "app", name: "nightly" },
    });
    const { azp, ...rest } = program;
    const v1 = { ...rest, ...V1, appid: azp };
    expect(await check(await ours.sign(v1))).toMatchObject({ ok: true, value: { kind: "app" } });
  });

  test("a minute of skew is allowed, on both sides", async () => {
    const token = await ours.sign(claims);
    const at = (sec: number) => new Date(NOW.getTime() + sec * 1_000);
    expect(await check(token, at(3_600 + 59))).toMatchObject({ ok: true });
    expect(await check(token, at(3_600 + 61))).toMatchObject({ ok: false });
    expect(await check(token, at(-60 - 59))).toMatchObject({ ok: true });
    expect(await check(token, at(-60 - 61))).toMatchObject({ ok: false });
  });

  test.each([
    [{}, "ada@contoso.com"],
    [{ preferred_username: undefined, name: "Ada Lovelace" }, "Ada Lovelace"],
    [{ preferred_username: "", name: " " }, OID],
    [{ preferred_username: 7, name: "Ada\u0007\u202e" }, "Ada"],
  ])("M-105 (part): the name of %j is %s", async (changed, name) => {
    const payload = JSON.parse(JSON.stringify({ ...claims, ...changed }));
    expect(await check(await ours.sign(payload))).toMatchObject({ value: { name } });
  });
});
