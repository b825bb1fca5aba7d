/** Waits that end at their time, by a signal, or by a ring. */
import { expect, test } from "@jest/globals";
import { manualClock } from "../../../runtime/time/manual/manual-clock.ts";
import { doorbell, pause, pauseMs, unlessEnded } from "../../../runtime/time/pause.ts";

const START = new Date("2026-03-02T06:00:00.000Z");

/** Whether a promise has an answer by now. */
async function isOver(wait: Promise<void>): Promise<boolean> {
  let over = false;
  void wait.then(() => {
    over = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  return over;
}

test("a pause ends at its time and not before", async () => {
  const clock = manualClock(START);
  const wait = pause(clock, 1_000, new AbortController().signal);
  clock.advance(999);
  expect(await isOver(wait)).toBe(false);
  clock.advance(1);
  expect(await isOver(wait)).toBe(true);
});

test("a signal ends a pause, also one that came before, and leaves no alarm behind", async () => {
  const clock = manualClock(START);
  const stop = new AbortController();
  const wait = pause(clock, 1_000, stop.signal);
  stop.abort();
  expect(await isOver(wait)).toBe(true);
  expect(await isOver(pause(clock, 1_000, stop.signal))).toBe(true);
  expect(clock.next()).toBeNull();
});

test("a ring ends the wait under way, or the next one; several rings are one", async () => {
  const clock = manualClock(START);
  const { signal } = new AbortController();
  const bell = doorbell(clock);
  const first = bell.wait(1_000, signal);
  bell.ring();
  expect(await isOver(first)).toBe(true);
  bell.ring();
  bell.ring();
  expect(await isOver(bell.wait(1_000, signal))).toBe(true);
  const third = bell.wait(1_000, signal);
  expect(await isOver(third)).toBe(false);
  clock.advance(1_000);
  expect(await isOver(third)).toBe(true);
});

test("pauses grow with failures in a row, up to half a minute", () => {
  expect([1, 2, 3, 7, 40].map(pauseMs)).toEqual([500, 1_000, 2_000, 30_000, 30_000]);
});

test("who waits for an answer stops when the signal says so", async () => {
  const stop = new AbortController();
  const never = new Promise<never>(() => {});
  expect(await unlessEnded(Promise.resolve(7), stop.signal)).toBe(7);
  await expect(unlessEnded(Promise.reject(new Error("no")), stop.signal)).rejects.toThrow("no");
  const waiting = unlessEnded(never, stop.signal);
  stop.abort();
  expect(await waiting).toBeNull();
  expect(await unlessEnded(never, stop.signal)).toBeNull();
});
