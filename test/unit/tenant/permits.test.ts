import { afterEach, describe, expect, test } from "@jest/globals";
import { BatchId } from "../../../runtime/contract/ids.ts";
import { JobId } from "../../../runtime/contract/job-id.ts";
import { permitWithin } from "../../../runtime/tenant/azure/http/permit.ts";
import { adaptiveThrottle } from "../../../runtime/throttle/adaptive/governor.ts";
import type { Budget } from "../../../runtime/throttle/budget.ts";
import { memoryLearnt } from "../../../runtime/throttle/memory/memory-learnt.ts";
import { type ManualClock, manualClock } from "../../../runtime/time/manual/manual-clock.ts";
import type { Script } from "./scripted-service.ts";
import { type TenantWorld, tenantWorld } from "./tenant-world.ts";

const ID = "aaaaaaaa-0000-4000-8000-000000000001";
const USER = { status: 200, json: { id: ID, userPrincipalName: "ada@contoso.example" } };
const START = new Date("2026-03-02T08:00:00Z");
const later = (after: string) => ({ status: 429, headers: { "retry-after": after } });
const MAIL = { from: "alerts@contoso.example", to: ["a@b.example"], subject: "s", text: "t" };
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((go) => setImmediate(go));
};

let world: TenantWorld;
let clock: ManualClock;
const start = async (script: Script, memory = memoryLearnt()): Promise<void> => {
  clock = manualClock(START);
  const throttle = adaptiveThrottle({ clock, memory, chance: () => 0.5 });
  world = await tenantWorld(script, { clock, throttle });
};
const another = () =>
  world.tenant.session({
    jobId: JobId.parse("step-8-attempt-1"),
    batchId: BatchId.parse(4),
    signal: new AbortController().signal,
  });

describe("a service that asks to stay away for long", () => {
  afterEach(() => world.service.close());

  test("M-119 (part): calls of other batches are told so at once, and sent to nobody", async () => {
    await start(() => later("7200"));
    const refused = await world.session.directory.findUser(ID);
    expect(refused).toMatchObject({ ok: false, error: { retryAfterSec: 7_200, attempts: 1 } });
    const put = await another().directory.findUser(ID);
    expect(put).toEqual({
      ok: false,
      error: {
        kind: "throttled",
        api: "graph",
        retryAfterSec: 600,
        attempts: 0,
        message: "graph has asked this worker to stay away: no call was sent.",
      },
    });
    expect(world.service.asked).toHaveLength(1);
  });

  test("M-119 (part): a worker that starts anew tells it at once as well", async () => {
    const memory = memoryLearnt();
    await start(() => later("7200"), memory);
    await world.session.directory.findUser(ID);
    await world.service.close();
    await start(() => USER, memory);
    const put = await another().directory.findUser(ID);
    expect(put).toMatchObject({ ok: false, error: { kind: "throttled", retryAfterSec: 600 } });
    expect(world.service.asked).toHaveLength(0);
  });

  test("M-119 (part): a limit on mail keeps nobody from the directory", async () => {
    await start(({ path }) => (path.endsWith("/sendMail") ? later("7200") : USER));
    const mail = await world.session.alerts.sendMail(MAIL);
    expect(mail).toMatchObject({ ok: false, error: { kind: "throttled", retryAfterSec: 7_200 } });
    expect(await another().directory.findUser(ID)).toMatchObject({ ok: true, value: { id: ID } });
    const next = await another().alerts.sendMail(MAIL);
    expect(next).toMatchObject({ ok: false, error: { kind: "throttled", attempts: 0 } });
  });

  test("M-119 (part): one call asks every ten minutes whether it still holds", async () => {
    await start((_asked, count) => (count < 3 ? later("86400") : USER));
    await world.session.directory.findUser(ID);
    clock.advance(10 * 60_000 - 120_001);
    expect(await another().directory.findUser(ID)).toMatchObject({ ok: false });
    expect(world.service.asked).toHaveLength(1);
    clock.advance(120_001);
    const two = [another(), another()].map(({ directory }) => directory.findUser(ID));
    await Promise.race(two);
    clock.advance(15_000);
    expect((await Promise.all(two)).map(({ ok }) => ok)).toEqual([false, false]);
    expect(world.service.asked).toHaveLength(2);
    clock.advance(10 * 60_000 - 15_000);
    const more = [another(), another()].map(({ directory }) => directory.findUser(ID));
    expect((await Promise.all(more)).map(({ ok }) => ok)).toEqual([true, true]);
  });
});

describe("waiting for a permit", () => {
  const never: Budget["permit"] = ({ signal }) =>
    new Promise((resolve) => signal.addEventListener("abort", () => resolve(null)));
  const ask = async (budget: Budget, patienceMs: number, signal = new AbortController().signal) => {
    clock = manualClock(START);
    let end: unknown = "waits";
    const request = { batchId: BatchId.parse(1), calls: 1, signal, patienceMs };
    void permitWithin(budget, clock, request).then((got) => {
      end = got;
    });
    await settle();
    return () => end;
  };
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 5_000) {
      clock.advance(5_000);
      await settle();
    }
  };

  test("a pause within its patience is waited for, one that goes beyond it is not", async () => {
    let pausedMs = 60_000;
    const end = await ask({ permit: never, pausedMs: async () => pausedMs }, 60_000);
    await pass(60_000);
    expect(end()).toBe("waits");
    pausedMs = 60_001;
    await pass(15_000);
    expect(end()).toEqual({ why: "pause", retryAfterMs: 60_001 });
  });

  test("a queue without a pause is left after ten minutes", async () => {
    const end = await ask({ permit: never, pausedMs: async () => 0 }, 1);
    await pass(10 * 60_000 - 15_000);
    expect(end()).toBe("waits");
    await pass(15_000);
    expect(end()).toEqual({ why: "queue", retryAfterMs: 60_000 });
    expect(clock.next()).toBeNull();
  });

  test("a permit that was given is used, although the pause is too long", async () => {
    const permit = { end: () => undefined };
    const end = await ask({ permit: async () => permit, pausedMs: async () => 900_000 }, 1);
    await settle();
    expect(end()).toBe(permit);
    expect(clock.next()).toBeNull();
  });

  test("a job that ends is told so, and leaves no timer behind", async () => {
    const stop = new AbortController();
    const end = await ask({ permit: never, pausedMs: async () => 0 }, 1, stop.signal);
    await settle();
    stop.abort();
    await settle();
    expect(end()).toBeNull();
    expect(clock.next()).toBeNull();
  });
});
