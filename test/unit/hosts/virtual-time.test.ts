import { describe, expect, test } from "@jest/globals";
import { virtualTime } from "../../../runtime/hosts/local/virtual-time.ts";
import { manualClock } from "../../../runtime/time/manual/manual-clock.ts";

const START = new Date("2026-03-02T08:00:00Z");
const HOUR_MS = 3_600_000;

/** Real time moves by hand; whatever is ready has its turn in between. */
function hurrying(speed: number, leadMs = 0) {
  const real = manualClock(START);
  const kept: number[] = [];
  const work = { busy: false };
  let setMs = 0;
  const time = virtualTime({
    real: {
      now: () => new Date(real.now().getTime() + setMs),
      at: (instant, callback) => real.at(new Date(instant.getTime() - setMs), callback),
    },
    steadyMs: () => real.now().getTime() - START.getTime(),
    speed,
    leadMs,
    keepLead: (ms) => kept.push(ms),
    isBusy: () => work.busy,
    breathe: () => new Promise((resolve) => setImmediate(resolve)),
  });
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 200; turn += 1) await new Promise((go) => setImmediate(go));
  };
  const pass = async (ms: number): Promise<void> => {
    await settle();
    for (let passed = 0; passed < ms; passed += 10) {
      real.advance(10);
      await settle();
    }
  };
  const ahead = (): number => time.clock.now().getTime() - real.now().getTime();
  const setClock = (ms: number): void => {
    setMs += ms;
  };
  return { ...time, real, kept, work, pass, ahead, setClock };
}

describe("virtual time", () => {
  test("X-78 (part): hurries while it is quiet, by the factor that was asked for", async () => {
    const { pass, ahead, stop } = hurrying(3_600);
    await pass(1_000);
    stop();
    expect(Math.round(ahead() / HOUR_MS)).toBe(1);
  });

  test("takes another speed while it runs; what has passed keeps its pace", async () => {
    const { pass, ahead, speed, setSpeed, stop } = hurrying(1);
    await pass(500);
    setSpeed(3_600);
    expect([speed(), ahead()]).toEqual([3_600, 0]);
    await pass(1_000);
    setSpeed(1);
    const reached = ahead();
    await pass(500);
    stop();
    expect(Math.round(reached / HOUR_MS)).toBe(1);
    expect(ahead()).toBe(reached);
  });

  test("is real time while somebody works", async () => {
    const { pass, ahead, work, stop } = hurrying(3_600);
    work.busy = true;
    await pass(1_000);
    stop();
    expect(ahead()).toBe(0);
  });

  test("calls each callback at its instant, in order, though an hour takes a second", async () => {
    const { clock, pass, stop } = hurrying(3_600);
    const late: number[] = [];
    for (const minute of [50, 1, 2, 30]) {
      const at = new Date(START.getTime() + minute * 60_000);
      clock.at(at, () => late.push(clock.now().getTime() - at.getTime()));
    }
    await pass(1_010);
    stop();
    expect(late).toHaveLength(4);
    expect(Math.max(...late)).toBeLessThan(100);
  });

  test("what a callback begins holds the time up before the next callback comes", async () => {
    const { clock, pass, work, stop } = hurrying(100_000);
    const seen: string[] = [];
    const atMinute = (minute: number, callback: () => void) =>
      clock.at(new Date(START.getTime() + minute * 60_000), callback);
    atMinute(1, () => {
      seen.push("renew");
      work.busy = true;
    });
    atMinute(2, () => seen.push("expired"));
    await pass(500);
    expect(seen).toEqual(["renew"]);
    work.busy = false;
    await pass(500);
    stop();
    expect(seen).toEqual(["renew", "expired"]);
  });

  test("begins where an earlier process may have been; a lead is kept before use", async () => {
    const { kept, pass, ahead, stop } = hurrying(3_600, 5 * HOUR_MS);
    expect(ahead()).toBe(5 * HOUR_MS);
    await pass(3_000);
    stop();
    expect(kept.length).toBeGreaterThan(0);
    expect(kept.at(-1)).toBeGreaterThanOrEqual(ahead());
  });

  test("at speed 1 it is the machine's time with its lead, and keeps nothing", async () => {
    const { kept, clock, pass, ahead, stop } = hurrying(1, HOUR_MS);
    let rang = 0;
    clock.at(new Date(START.getTime() + HOUR_MS + 1_000), () => {
      rang += 1;
    });
    await pass(900);
    expect(rang).toBe(0);
    await pass(200);
    stop();
    expect([rang, ahead(), kept]).toEqual([1, HOUR_MS, []]);
  });

  test.each([
    ["back", -HOUR_MS],
    ["ahead", HOUR_MS],
  ])("R43: a clock that is set %s by an hour moves the present and no wait", async (_, setMs) => {
    const { clock, pass, ahead, setClock, stop } = hurrying(1);
    const rang: number[] = [];
    const inSeconds = (seconds: number): void => {
      const at = new Date(clock.now().getTime() + seconds * 1_000);
      clock.at(at, () => rang.push(seconds));
    };
    inSeconds(2);
    await pass(500);
    setClock(setMs);
    expect(ahead()).toBe(setMs);
    inSeconds(1);
    await pass(900);
    expect(rang).toEqual([]);
    await pass(200);
    expect(rang).toEqual([1]);
    await pass(500);
    stop();
    expect(rang).toEqual([1, 2]);
    expect(ahead()).toBe(setMs);
  });
});
