import { afterEach, describe, expect, test } from "@jest/globals";
import { fail, ok, type Result } from "../../../runtime/contract/result.ts";
import { type Secret, secret } from "../../../runtime/contract/secret.ts";
import { endpointTokens } from "../../../runtime/tenant/azure/token-endpoint.ts";
import type { TenantFailure } from "../../../runtime/tenant/failure.ts";
import { keptTokens } from "../../../runtime/tenant/tokens.ts";
import { manualClock } from "../../../runtime/time/manual/manual-clock.ts";
import { type Script, type ScriptedService, scriptedService } from "./scripted-service.ts";

const HOUR_MS = 3_600_000;
const SCOPE = "https://graph.microsoft.com/.default";
const shown = (result: Result<Secret, TenantFailure>) =>
  result.ok ? result.value.reveal() : result.error;

function kept() {
  const clock = manualClock(new Date(0));
  let asked = 0;
  const source = keptTokens(async () => {
    asked += 1;
    const expiresAt = new Date(clock.now().getTime() + HOUR_MS);
    return ok({ value: secret(`token-${asked}`), expiresAt });
  }, clock);
  return { clock, source, asked: () => asked };
}

describe("kept tokens", () => {
  test("M-115 (part): one question serves all who wait for it or come later", async () => {
    const { source, asked } = kept();
    const many = await Promise.all(Array.from({ length: 50 }, () => source.token(SCOPE)));
    expect(new Set(many.map(shown))).toEqual(new Set(["token-1"]));
    await source.token(SCOPE);
    expect(asked()).toBe(1);
    await source.token("another/.default");
    expect(asked()).toBe(2);
  });

  test("M-115 (part): a worker that lives long has a new one before the old one ends", async () => {
    const { clock, source } = kept();
    await source.token(SCOPE);
    clock.advance(HOUR_MS - 5 * 60_000 - 1);
    expect(shown(await source.token(SCOPE))).toBe("token-1");
    clock.advance(1);
    // The one that still holds serves while the new one is asked for.
    expect(shown(await source.token(SCOPE))).toBe("token-1");
    await new Promise((resolve) => setImmediate(resolve));
    expect(shown(await source.token(SCOPE))).toBe("token-2");
  });

  test("M-115 (part): an authority that is away is asked now and then meanwhile", async () => {
    const clock = manualClock(new Date(0));
    let asked = 0;
    const source = keptTokens(async () => {
      asked += 1;
      if (asked > 1) return fail({ kind: "unavailable", code: "token", message: "away" });
      return ok({ value: secret("token-1"), expiresAt: new Date(HOUR_MS) });
    }, clock);
    await source.token(SCOPE);
    clock.advance(HOUR_MS - 5 * 60_000);
    for (let second = 0; second < 30; second += 1) {
      expect(shown(await source.token(SCOPE))).toBe("token-1");
      await new Promise((resolve) => setImmediate(resolve));
      clock.advance(1_000);
    }
    expect(asked).toBe(1 + 3);
    clock.advance(3 * 60_000);
    expect(shown(await source.token(SCOPE))).toMatchObject({ kind: "unavailable" });
  });

  test("M-115 (part): claims that a service asks for are asked of the authority", async () => {
    const claims: (string | undefined)[] = [];
    const source = keptTokens(
      async (_scope, wanted) => {
        claims.push(wanted);
        return ok({ value: secret(`token-${claims.length}`), expiresAt: new Date(HOUR_MS) });
      },
      manualClock(new Date(0)),
    );
    await source.token(SCOPE);
    const rejected = { token: secret("token-1"), claims: '{"access_token":{}}' };
    expect(shown(await source.token(SCOPE, rejected))).toBe("token-2");
    expect(claims).toEqual([undefined, '{"access_token":{}}']);
  });

  test("M-115 (part): claims are asked for also while a plain renewal is under way", async () => {
    const clock = manualClock(new Date(0));
    const answers: (() => void)[] = [];
    const claims: (string | undefined)[] = [];
    const source = keptTokens(async (_scope, wanted) => {
      const name = `token-${claims.push(wanted)}`;
      const expiresAt = new Date(clock.now().getTime() + HOUR_MS);
      if (claims.length > 1) await new Promise<void>((go) => answers.push(go));
      return ok({ value: secret(name), expiresAt });
    }, clock);
    await source.token(SCOPE);
    clock.advance(HOUR_MS - 4 * 60_000);
    await source.token(SCOPE);
    const rejected = { token: secret("token-1"), claims: "{}" };
    const [one, two] = [source.token(SCOPE, rejected), source.token(SCOPE, rejected)];
    expect(claims).toEqual([undefined, undefined, "{}"]);
    for (const answer of answers.toReversed()) {
      answer();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect([shown(await one), shown(await two)]).toEqual(["token-3", "token-3"]);
    // The renewal came after it and has no claims: it does not take its place.
    expect(shown(await source.token(SCOPE))).toBe("token-3");
    expect(claims).toHaveLength(3);
  });

  test("M-115 (part): a newer token without the claims does not do instead of them", async () => {
    const claims: (string | undefined)[] = [];
    const source = keptTokens(
      async (_scope, wanted) => {
        const value = secret(`token-${claims.push(wanted)}`);
        return ok({ value, expiresAt: new Date(HOUR_MS) });
      },
      manualClock(new Date(0)),
    );
    await source.token(SCOPE);
    expect(shown(await source.token(SCOPE, { token: secret("token-1") }))).toBe("token-2");
    const late = { token: secret("token-1"), claims: "{}" };
    expect(shown(await source.token(SCOPE, late))).toBe("token-3");
    expect(shown(await source.token(SCOPE, late))).toBe("token-3");
    expect(claims).toEqual([undefined, undefined, "{}"]);
  });

  test("M-115 (part): a rejected one is renewed once, however many were rejected", async () => {
    const { source, asked } = kept();
    const first = secret("token-1");
    await source.token(SCOPE);
    const many = await Promise.all(
      Array.from({ length: 20 }, () => source.token(SCOPE, { token: first })),
    );
    expect(new Set(many.map(shown))).toEqual(new Set(["token-2"]));
    expect(shown(await source.token(SCOPE, { token: first }))).toBe("token-2");
    expect(asked()).toBe(2);
  });

  test("M-115 (part): a failure is not kept", async () => {
    const failure: TenantFailure = { kind: "unavailable", code: "token", message: "down" };
    let asked = 0;
    const source = keptTokens(
      async () => {
        asked += 1;
        if (asked === 2) throw new Error("a bug");
        return fail(failure);
      },
      manualClock(new Date(0)),
    );
    expect(shown(await source.token(SCOPE))).toEqual(failure);
    expect(shown(await source.token(SCOPE))).toMatchObject({ kind: "unavailable" });
    expect(asked).toBe(2);
  });
});

describe("a token endpoint", () => {
  let service: ScriptedService;
  afterEach(() => service.close());
  const ask = async (script: Script) => {
    service = await scriptedService(script);
    const clock = manualClock(new Date(0));
    const request = endpointTokens({
      authority: service.address,
      tenantId: "contoso",
      clientId: "the-client",
      clientSecret: secret("canary secret&"),
      clock,
      fetch: globalThis.fetch,
    });
    return request(SCOPE);
  };

  test("M-115 (part): is asked in its form for the scope", async () => {
    const token = await ask(() => ({
      status: 200,
      json: { access_token: "a.b.c", expires_in: 3599 },
    }));
    expect(token).toMatchObject({ ok: true, value: { expiresAt: new Date(3_599_000) } });
    expect(token.ok && token.value.value.reveal()).toBe("a.b.c");
    expect(service.asked[0]).toMatchObject({ method: "POST", path: "/contoso/oauth2/v2.0/token" });
    expect(Object.fromEntries(new URLSearchParams(String(service.asked[0]?.body)))).toEqual({
      grant_type: "client_credentials",
      client_id: "the-client",
      client_secret: "canary secret&",
      scope: SCOPE,
    });
  });

  test("I30 (part): tells of a refusal no more than its code", async () => {
    const refused = await ask(() => ({
      status: 401,
      json: {
        error: "invalid_client",
        error_description: "AADSTS7000215: canary secret& is wrong",
      },
    }));
    expect(refused).toMatchObject({
      ok: false,
      error: { kind: "refused", code: "invalid_client" },
    });
    expect(JSON.stringify(refused)).not.toContain("canary");
  });

  test.each([{ status: 500 }, { status: 429 }, { status: 200, json: { expires_in: 1 } }, "break"])(
    "M-115 (part): %j is no token, and no refusal either",
    async (answer) => {
      expect(await ask(() => answer as ReturnType<Script>)).toMatchObject({
        ok: false,
        error: { kind: "unavailable" },
      });
    },
  );
});
