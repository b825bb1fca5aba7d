/** What a tick sees of time itself, by when its lease was last held: that nobody ticked for long,
 *  or that the clock was set back. Either is told, and is in the platform's log; neither stops the
 *  tick (R42, R43). */
import { CLOCK_SET_BACK, detailOf } from "../domain/clock-set-back.ts";
import type { PlatformEvent } from "../store/records.ts";
import type { Store } from "../store/store.ts";
import type { SchedulerFault } from "./scheduler.ts";
import { LEASE_MS, type TickLease } from "./tick-lease.ts";

/** Ticks that may be missed in a row before somebody is told. */
const MISSED_TICKS_MAX = 3;

export type NoteParts<Receipt> = {
  readonly store: Pick<Store<Receipt>, "records">;
  readonly observe: (fault: SchedulerFault) => void;
  readonly everyMs: number;
};

/** How long nobody had ticked, when that was too long. */
export async function noteTimes<Receipt>(
  parts: NoteParts<Receipt>,
  tickLease: TickLease,
): Promise<number | null> {
  const { at, before } = tickLease;
  if (before === null) return null;
  const forMs = at.getTime() - before.getTime();
  if (-forMs > LEASE_MS) await noteSetBack(parts, tickLease, before);
  if (forMs <= MISSED_TICKS_MAX * parts.everyMs) return null;
  await noteMissed(parts, tickLease, forMs);
  return forMs;
}

/** Whoever ticks after a long silence says so: what was due meanwhile is late (R42). */
function noteMissed<Receipt>(
  parts: NoteParts<Receipt>,
  tickLease: TickLease,
  forMs: number,
): Promise<void> {
  const { everyMs } = parts;
  parts.observe({ kind: "ticks-missed", forMs, everyMs });
  return note(parts, tickLease, "scheduler.ticks_missed", { forMs, everyMs });
}

/** The lease was held until later than anybody could hold it now: the clock was there already. */
function noteSetBack<Receipt>(
  parts: NoteParts<Receipt>,
  tickLease: TickLease,
  was: Date,
): Promise<void> {
  const setBack = { was, at: tickLease.at };
  parts.observe({ kind: "clock-set-back", ...setBack });
  return note(parts, tickLease, CLOCK_SET_BACK, detailOf(setBack));
}

async function note<Receipt>(
  { store, observe }: NoteParts<Receipt>,
  { lease }: TickLease,
  type: string,
  detail: PlatformEvent["detail"],
): Promise<void> {
  const event = { actor: lease.owner, cause: `tick-${lease.token}`, type, detail };
  const noted = await store.records.recordPlatform([event]);
  if (noted.ok) return;
  observe({ kind: "store-failed", doing: `recording ${type}`, failure: noted.error });
}
