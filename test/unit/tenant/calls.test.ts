import { afterEach, describe, expect, test } from "@jest/globals";
import { BatchId } from "../../../runtime/contract/ids.ts";
import { JobId } from "../../../runtime/contract/job-id.ts";
import { fail, ok } from "../../../runtime/contract/result.ts";
import { secret } from "../../../runtime/contract/secret.ts";
import type { Script } from "./scripted-service.ts";
import { type TenantWorld, tenantWorld } from "./tenant-world.ts";

const ID = "aaaaaaaa-0000-4000-8000-000000000001";
const USER = { status: 200, json: { id: ID, userPrincipalName: "ada@contoso.example" } };
const DOWN = { status: 503 };
const later = (after: string) => ({ status: 429, headers: { "retry-after": after } });

let world: TenantWorld;
const start = async (script: Script, overrides: Parameters<typeof tenantWorld>[1] = {}) => {
  world = await tenantWorld(script, overrides);
  return world.session.directory;
};
const passedMs = () => world.clock.now().getTime() - Date.parse("2026-03-02T08:00:00Z");
afterEach(() => world.service.close());

describe("a call to a service of the tenant", () => {
  test.each([
    ["in seconds", "7"],
    ["as a date", "Mon, 02 Mar 2026 08:00:07 GMT"],
  ])("M-119: waits as long as it is told %s, and tells the budget", async (_how, after) => {
    const directory = await start((_asked, count) => (count === 1 ? later(after) : USER));
    expect(await world.settled(directory.findUser(ID))).toMatchObject({ ok: true });
    expect(passedMs()).toBe(7_000);
    expect(world.ends).toEqual([{ kind: "throttled", retryAfterMs: 7_000 }, { kind: "answered" }]);
  });

  test("M-119: told nothing, it backs off twice as long each time, spread by chance", async () => {
    const directory = await start((_asked, count) => (count < 4 ? { status: 429 } : USER));
    expect(await world.settled(directory.findUser(ID))).toMatchObject({ ok: true });
    expect(passedMs()).toBe(500 + 1_000 + 2_000);
  });

  test.each(["1.5", "-5", "1 2 3", "soon", "2026-03-02T08:00:07Z"])(
    "M-119 (part): told %j, which is no wait, it backs off as if told nothing",
    async (after) => {
      const directory = await start((_asked, count) => (count === 1 ? later(after) : USER));
      expect(await world.settled(directory.findUser(ID))).toMatchObject({ ok: true });
      expect(passedMs()).toBe(500);
      expect(world.ends[0]).toEqual({ kind: "throttled", retryAfterMs: null });
    },
  );

  test("M-119: is throttled only when its attempts are used up", async () => {
    const directory = await start(() => later("2"));
    expect(await world.settled(directory.findUser(ID))).toEqual({
      ok: false,
      error: expect.objectContaining({
        kind: "throttled",
        api: "graph",
        retryAfterSec: 2,
        attempts: 6,
      }),
    });
    expect(world.service.asked).toHaveLength(6);
  });

  test("M-119: hands a wait to its caller that is longer than a job should hold", async () => {
    const directory = await start(() => later("900"));
    expect(await world.settled(directory.findUser(ID))).toMatchObject({
      ok: false,
      error: { kind: "throttled", retryAfterSec: 900, attempts: 1 },
    });
    expect(passedMs()).toBe(0);
  });

  test("M-119 (part): a write that was put off is repeated: nothing was done", async () => {
    const directory = await start((_asked, count) =>
      count === 1 ? later("1") : { ...USER, status: 201 },
    );
    const user = {
      userPrincipalName: "a@b",
      displayName: "A",
      accountEnabled: true,
      properties: {},
    };
    expect(await world.settled(directory.createUser(user))).toMatchObject({ ok: true });
    expect(world.service.asked.map(({ method }) => method)).toEqual(["POST", "POST"]);
  });

  test("M-119 (part): a read is repeated after a broken connection or half an answer", async () => {
    const directory = await start((_asked, count) => {
      if (count === 1) return "break";
      return count === 2 ? { status: 200, text: '{"id":"' } : USER;
    });
    expect(await world.settled(directory.findUser(ID))).toMatchObject({ ok: true });
    expect(world.service.asked).toHaveLength(3);
  });

  test("M-119 (part): no answer at all is no failure to find", async () => {
    const directory = await start(() => DOWN);
    expect(await world.settled(directory.findUser(ID))).toMatchObject({
      ok: false,
      error: { kind: "unavailable" },
    });
  });

  test("R52 (part): a redirect is not followed, whoever asks for it", async () => {
    const directory = await start(({ path }) =>
      path.startsWith("/v1.0")
        ? { status: 302, headers: { location: `${world.service.address}/thief` } }
        : USER,
    );
    expect(await world.settled(directory.findUser(ID))).toMatchObject({
      ok: false,
      error: { kind: "refused", status: 302 },
    });
    expect(world.service.asked).toHaveLength(1);
  });

  test("M-115 (part): a rejected token is renewed once; a second rejection is final", async () => {
    const tokens: string[] = [];
    const directory = await start(
      () => ({
        status: 401,
        json: { error: { code: "InvalidAuthenticationToken", message: "expired" } },
      }),
      {
        tokens: {
          token: async (_scope, rejected) => {
            tokens.push(rejected?.token.reveal() ?? "-");
            return ok(secret(`token-${tokens.length}`));
          },
        },
      },
    );
    expect(await world.settled(directory.findUser(ID))).toMatchObject({
      ok: false,
      error: { kind: "refused", status: 401 },
    });
    expect(tokens).toEqual(["-", "token-1"]);
    expect(world.service.asked.map(({ headers }) => headers.authorization)).toEqual([
      "Bearer token-1",
      "Bearer token-2",
    ]);
  });

  test.each([
    ["in base64", Buffer.from('{"access_token":{"nbf":1}}').toString("base64"), true],
    ["that are no JSON", Buffer.from("{").toString("base64"), false],
    ["that are no base64", "%7B%7D", false],
  ])("M-115 (part): claims %s that a rejection asks for", async (_title, encoded, isUsed) => {
    const asked: unknown[] = [];
    const challenge = `Bearer realm="", error="insufficient_claims", claims="${encoded}"`;
    const directory = await start(
      (_asked, count) =>
        count === 1 ? { status: 401, headers: { "www-authenticate": challenge } } : USER,
      {
        tokens: {
          token: async (_scope, rejected) => {
            asked.push(rejected?.claims);
            return ok(secret("token"));
          },
        },
      },
    );
    expect(await world.settled(directory.findUser(ID))).toMatchObject({ ok: true });
    expect(asked).toEqual([undefined, isUsed ? '{"access_token":{"nbf":1}}' : undefined]);
  });

  test("M-115 (part): without a token nothing is sent and every permit given back", async () => {
    const directory = await start(() => USER, {
      tokens: {
        token: async () =>
          fail({ kind: "refused", status: 400, code: "invalid_client", message: "no" }),
      },
    });
    expect(await world.settled(directory.findUser(ID))).toMatchObject({
      ok: false,
      error: { code: "invalid_client" },
    });
    expect(world.service.asked).toHaveLength(0);
    expect(world.ends).toEqual([{ kind: "failed" }]);
  });

  test("M-120 (part): a job that ends while it waits asks no more", async () => {
    const directory = await start(() => {
      world.stop.abort();
      return later("5");
    }, {});
    expect(await world.settled(directory.findUser(ID))).toMatchObject({
      ok: false,
      error: {
        kind: "unavailable",
        code: "ended",
        message: "graph was asked and did not answer until the time was over.",
      },
    });
    expect(world.service.asked).toHaveLength(1);
  });

  test("who cannot ask for want of a permit says what the service did", async () => {
    let permits = 2;
    const granted = { end: () => {} };
    const permit = async () => {
      permits -= 1;
      return permits >= 0 ? granted : null;
    };
    const directory = await start((_asked, count) => (count < 3 ? DOWN : USER), {
      throttle: { budgetOf: () => ({ permit, pausedMs: async () => 0 }) },
    });
    const told = async () => await world.settled(directory.findUser(ID));
    const message = (text: string) => ({ ok: false, error: { code: "ended", message: text } });
    expect(await told()).toMatchObject(
      message("graph was asked 2 times without an answer until the time was over: status 503."),
    );
    expect(await told()).toMatchObject(
      message("graph is not asked again yet, after its last call came to this: status 503."),
    );
    permits = 1;
    expect(await told()).toMatchObject({ ok: true });
    expect(await told()).toMatchObject(message("The job ended before graph was asked."));
  });

  test("one that is ended amid its question says that nobody answered", async () => {
    const directory = await start(() => USER, {
      fetch: async () => {
        world.stop.abort();
        throw new Error("aborted");
      },
    });
    expect(await world.settled(directory.findUser(ID))).toMatchObject({
      error: { message: "graph was asked and did not answer until the time was over." },
    });
    await world.service.close();
    let calls = 0;
    const again = await start(() => USER, {
      fetch: async () => {
        calls += 1;
        if (calls === 2) world.stop.abort();
        throw new Error("broken");
      },
    });
    const why = "the connection broke (broken)";
    expect(await world.settled(again.findUser(ID))).toMatchObject({
      error: { message: `graph was asked once without an answer until the time was over: ${why}.` },
    });
  });

  test.each([
    ["IPv4", "ECONNREFUSED over IPv4", ["127.0.0.1"]],
    ["IPv6", "ECONNREFUSED over IPv6", ["::1"]],
    ["both", "ECONNREFUSED over IPv4 and IPv6", ["::1", "127.0.0.1"]],
    ["no address at all", "ECONNREFUSED", []],
  ])("nobody listens on %s: told so, and no address is quoted", async (_, why, tried) => {
    const refusals = tried.map((address) => Object.assign(new Error(), { address }));
    const cause = refusals.length === 1 ? new Error() : new AggregateError(refusals);
    Object.assign(cause, { code: "ECONNREFUSED" }, refusals.length === 1 ? refusals[0] : {});
    const directory = await start(() => USER, {
      fetch: async () => {
        throw new TypeError("fetch failed", { cause });
      },
    });
    expect(await world.settled(directory.findUser(ID))).toEqual({
      ok: false,
      error: {
        kind: "unavailable",
        code: "no-answer",
        message: `graph was asked 6 times without an answer: no connection (${why}).`,
      },
    });
  });

  test("M-116: each job has sessions of its own: one that ends leaves the others", async () => {
    await start(() => (world.stop.signal.aborted ? USER : later("5")));
    const other = world.tenant.session({
      jobId: JobId.parse("step-8-attempt-1"),
      batchId: BatchId.parse(4),
      signal: new AbortController().signal,
    });
    const both = Promise.all([world.session.directory.findUser(ID), other.directory.findUser(ID)]);
    while (world.service.asked.length < 2) await new Promise((resolve) => setImmediate(resolve));
    world.stop.abort();
    const [ended, found] = await world.settled(both);
    expect(ended).toMatchObject({ ok: false, error: { code: "ended" } });
    expect(found).toMatchObject({ ok: true, value: { id: ID } });
    const [first, second] = world.service.asked.map(({ headers }) => headers["client-request-id"]);
    expect(new Set([first, second]).size).toBe(2);
    const { exchange } = world.session;
    expect(other.exchange).not.toBe(exchange);
    expect(await world.settled(exchange.findRecipient(ID))).toMatchObject({ ok: false });
  });
});
