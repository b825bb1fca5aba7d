/** Time in tests: its units, and how it goes on from alarm to alarm. */
import type { ManualClock } from "../../../runtime/time/manual/manual-clock.ts";

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Everything that can go on without time has gone on. */
const TURNS = 30;
async function turns(count = TURNS): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

export async function pass(clock: ManualClock, ms: number): Promise<void> {
  const end = clock.now().getTime() + ms;
  await turns();
  for (let due = clock.next(); due !== null && due.getTime() <= end; due = clock.next()) {
    clock.advance(Math.max(0, due.getTime() - clock.now().getTime()));
    await turns();
  }
  clock.advance(end - clock.now().getTime());
  await turns();
}

const ALARMS_MAX = 20_000;

/** Time goes on from alarm to alarm until it is so. */
export async function until(clock: ManualClock, isSo: () => Promise<boolean>): Promise<void> {
  for (let alarms = 0; alarms < ALARMS_MAX; alarms += 1) {
    await turns(12);
    if (await isSo()) return;
    const due = clock.next();
    if (due === null) throw new Error("nobody waits for anything, and it is not so");
    clock.advance(Math.max(0, due.getTime() - clock.now().getTime()));
  }
  throw new Error(`it was not so by ${clock.now().toISOString()}`);
}
