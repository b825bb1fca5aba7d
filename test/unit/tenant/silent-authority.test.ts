/** An authority that takes questions and answers none. */
import { afterEach, describe, expect, test } from "@jest/globals";
import { ok } from "../../../runtime/contract/result.ts";
import { secret } from "../../../runtime/contract/secret.ts";
import { keptTokens, type RequestToken } from "../../../runtime/tenant/tokens.ts";
import { manualClock } from "../../../runtime/time/manual/manual-clock.ts";
import { type TenantWorld, tenantWorld } from "./tenant-world.ts";

const SCOPE = "https://graph.microsoft.com/.default";
const USER = { status: 200, json: { id: "a", userPrincipalName: "ada@contoso.example" } };
const silence = () => new Promise<never>(() => {});
const given = (name: string) => ok({ value: secret(name), expiresAt: new Date(9e12) });

/** Silent to the first question, not to later ones. */
function silentOnce() {
  const signals: (AbortSignal | undefined)[] = [];
  const late: ((token: ReturnType<typeof given>) => void)[] = [];
  const request: RequestToken = (_scope, _claims, signal) => {
    if (signals.push(signal) > 1) return Promise.resolve(given("token-2"));
    return new Promise((resolve) => late.push(resolve));
  };
  const answerLate = (): void => {
    for (const answer of late) answer(given("late"));
  };
  return { request, signals, answerLate };
}

describe("kept tokens of a silent authority", () => {
  test("M-115 (part): who waits is told after a minute, and the next one asks anew", async () => {
    const clock = manualClock(new Date(0));
    const { request, signals, answerLate } = silentOnce();
    const source = keptTokens(request, clock);
    const waiting = [source.token(SCOPE), source.token(SCOPE)];
    clock.advance(59_999);
    expect(signals.map((signal) => signal?.aborted)).toEqual([false]);
    clock.advance(1);
    for (const each of await Promise.all(waiting)) {
      expect(each).toMatchObject({
        ok: false,
        error: {
          kind: "unavailable",
          code: "token",
          message: expect.stringMatching(/did not answer within 60 seconds .*\.default; .* again/),
        },
      });
    }
    expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
    answerLate();
    const next = await source.token(SCOPE);
    expect(next.ok && next.value.reveal()).toBe("token-2");
    expect(signals).toHaveLength(2);
    expect(clock.next()).toBeNull();
  });
});

describe("a call under a silent authority", () => {
  let world: TenantWorld;
  afterEach(() => world.service.close());
  const start = async (request: RequestToken) => {
    const tokens = keptTokens(request, {
      now: () => world.clock.now(),
      at: (instant, callback) => world.clock.at(instant, callback),
    });
    world = await tenantWorld(() => USER, { tokens });
    return world.session.directory;
  };

  test("M-120 (part): asks again when its question was not answered", async () => {
    const { request, signals } = silentOnce();
    const directory = await start(request);
    expect(await world.settled(directory.findUser("a"))).toMatchObject({ ok: true });
    expect(signals).toHaveLength(2);
    expect(world.service.asked).toHaveLength(1);
  });

  test("M-120 (part): ends with its job, tells why, and gives the permit back", async () => {
    const directory = await start(silence);
    const calls = [directory.findUser("a"), directory.findUser("b")];
    await new Promise((resolve) => setImmediate(resolve));
    world.stop.abort();
    for (const each of await Promise.all(calls)) {
      expect(each).toMatchObject({
        ok: false,
        error: {
          kind: "unavailable",
          code: "ended",
          message: expect.stringContaining("had not yet given a token"),
        },
      });
    }
    expect(world.service.asked).toEqual([]);
    expect(world.ends).toEqual([{ kind: "failed" }, { kind: "failed" }]);
  });

  test("M-120 (part): gives up after its attempts, as with any service that is away", async () => {
    const directory = await start(silence);
    expect(await world.settled(directory.findUser("a"))).toMatchObject({
      ok: false,
      error: { kind: "unavailable", message: expect.stringContaining("did not answer within 60") },
    });
    expect(world.service.asked).toEqual([]);
  });
});
