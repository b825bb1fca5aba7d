import { createPublicKey, createVerify, X509Certificate } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { secret } from "../../../../runtime/contract/secret.ts";
import {
  certificateTokens,
  federatedTokens,
  type IdentityOptions,
  managedIdentityTokens,
} from "../../../../runtime/tenant/identity/credentials.ts";
import { pemOfPkcs12 } from "../../../../runtime/tenant/identity/pkcs12.ts";
import { type Asked, type ScriptedService, scriptedService } from "../scripted-service.ts";
import { AES_PFX } from "./certificates.ts";

const TENANT = "11111111-2222-4333-8444-555555555555";
const CLIENT = "99999999-2222-4333-8444-555555555555";
const SCOPE = "https://graph.microsoft.com/.default";
const AUTHORITY = "https://login.microsoftonline.com";

let service: ScriptedService;
let tokensGiven = 0;
let refuses = false;
const assertions: string[] = [];

/** An authority and a machine's identity endpoint, in one. */
const script = ({ path }: Asked) => {
  if (path.includes("/.well-known/openid-configuration")) {
    return {
      status: 200,
      json: {
        issuer: `${AUTHORITY}/${TENANT}/v2.0`,
        authorization_endpoint: `${AUTHORITY}/${TENANT}/oauth2/v2.0/authorize`,
        token_endpoint: `${AUTHORITY}/${TENANT}/oauth2/v2.0/token`,
        jwks_uri: `${AUTHORITY}/${TENANT}/discovery/v2.0/keys`,
      },
    };
  }
  if (refuses) {
    const error_description = "AADSTS7000215: Invalid client secret canary-in-a-description.";
    return { status: 401, json: { error: "invalid_client", error_description } };
  }
  tokensGiven += 1;
  const access_token = `token-${tokensGiven}`;
  const isMachine = path.startsWith("/metadata/");
  if (isMachine) assertions.push(access_token);
  return isMachine
    ? {
        status: 200,
        json: { access_token, expires_in: "86400", token_type: "Bearer", resource: "x" },
      }
    : { status: 200, json: { access_token, expires_in: 3600, token_type: "Bearer" } };
};

/** The library speaks HTTPS to fixed hosts only: what it would send there goes to the service. */
const options = (): IdentityOptions => ({
  httpClient: {
    sendRequest: async (request) => {
      const { pathname, search } = new URL(request.url);
      const response = await fetch(`${service.address}${pathname}${search}`, {
        method: request.method,
        headers: request.headers.toJSON(),
        body: request.body === undefined ? null : String(request.body),
      });
      const { headers } = request;
      return { request, status: response.status, headers, bodyAsText: await response.text() };
    },
  },
});

let underWay = 0;
/** Takes requests and answers none; only their own signal ends them. */
const silent: IdentityOptions = {
  httpClient: {
    sendRequest: ({ abortSignal }) =>
      new Promise((_, reject) => {
        underWay += 1;
        abortSignal?.addEventListener("abort", () => {
          underWay -= 1;
          reject(new DOMException("ended", "AbortError"));
        });
      }),
  },
};

const formsAsked = () =>
  service.asked
    .filter(({ path }) => path.includes("/oauth2/v2.0/token"))
    .map(({ body }) => Object.fromEntries(new URLSearchParams(String(body))));

const pem = () => {
  const result = pemOfPkcs12(Buffer.from(AES_PFX, "base64"), secret(""));
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
};

beforeEach(async () => {
  tokensGiven = 0;
  refuses = false;
  service = await scriptedService(script);
});
afterEach(() => service.close());

describe("tokens by Azure's library", () => {
  test("M-115 (part), M-116: the certificate signs for the application", async () => {
    const token = await certificateTokens(
      { tenantId: TENANT, clientId: CLIENT },
      pem(),
      options(),
    )(SCOPE);
    expect(token.ok && token.value.value.reveal()).toBe("token-1");
    const [form] = formsAsked();
    expect(form).toMatchObject({ client_id: CLIENT, grant_type: "client_credentials" });
    expect(form?.scope).toContain(SCOPE);
    const [head = "", payload = "", signature = ""] = String(form?.client_assertion).split(".");
    const key = createPublicKey(
      new X509Certificate(pem().reveal()).publicKey.export({ format: "pem", type: "spki" }),
    );
    const { alg } = JSON.parse(Buffer.from(head, "base64url").toString());
    expect(alg).toBe("PS256");
    const verify = createVerify("sha256").update(`${head}.${payload}`);
    expect(verify.verify({ key, padding: 6 }, Buffer.from(signature, "base64url"))).toBe(true);
    expect(JSON.stringify(service.asked)).not.toContain("PRIVATE KEY");
  });

  test("M-115 (part): a rejected token does not come back from the authority", async () => {
    const request = certificateTokens({ tenantId: TENANT, clientId: CLIENT }, pem(), options());
    const [first, second] = [await request(SCOPE), await request(SCOPE)];
    expect([first, second].map((token) => token.ok && token.value.value.reveal())).toEqual([
      "token-1",
      "token-2",
    ]);
  });

  test("M-115 (part): a federated application signs in by its managed identity", async () => {
    const request = federatedTokens(
      { tenantId: TENANT, clientId: CLIENT },
      "identity-1",
      options(),
    );
    const token = await request(SCOPE);
    expect(token.ok).toBe(true);
    const [form] = formsAsked();
    expect(form).toMatchObject({ client_id: CLIENT, grant_type: "client_credentials" });
    expect(assertions).toContain(form?.client_assertion);
    const identity = service.asked.find(({ path }) => path.startsWith("/metadata/"));
    expect(identity?.path).toContain("client_id=identity-1");
    expect(decodeURIComponent(identity?.path ?? "")).toContain("api://AzureADTokenExchange");
  });

  test("M-115 (part): a managed identity is asked for by its own id", async () => {
    const token = await managedIdentityTokens("identity-2", options())(SCOPE);
    expect(token.ok && token.value.value.reveal()).toBe("token-1");
    expect(service.asked.at(-1)?.path).toContain("client_id=identity-2");
  });

  test("M-115 (part): a question that nobody waits for any more is ended", async () => {
    const over = new AbortController();
    const request = certificateTokens({ tenantId: TENANT, clientId: CLIENT }, pem(), silent);
    const answer = request(SCOPE, undefined, over.signal);
    while (underWay === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    over.abort();
    expect(await answer).toMatchObject({ ok: false, error: { kind: "unavailable" } });
    expect(underWay).toBe(0);
  });

  test("I30 (part): a refusal tells its codes and none of the authority's words", async () => {
    refuses = true;
    const request = certificateTokens({ tenantId: TENANT, clientId: CLIENT }, pem(), options());
    const refused = await request(SCOPE);
    expect(refused).toMatchObject({
      ok: false,
      error: { kind: "refused", code: "invalid_client" },
    });
    expect(JSON.stringify(refused)).toContain("AADSTS7000215");
    expect(JSON.stringify(refused)).not.toContain("canary");
  });
});
