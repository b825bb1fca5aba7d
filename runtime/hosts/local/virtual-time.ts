/** Time that hurries while nobody has anything to do, so that a move of five days plays in
 *  minutes. It is the machine's time and a lead over it; the lead grows while the platform is
 *  quiet and stands still while it is busy, so that a lock, a deadline or a pause which a service
 *  asked for is as long for those who work as it would be without.
 *  V1. The lead never shrinks: it is made durable before it is used, also across kill -9.
 *  V2. No callback is passed over: the lead grows up to the next one, which is called and given
 *      its turn before the lead grows on.
 *  V3. Waits are measured by steady time and the lead; what time it is follows the machine's clock.
 *      When that is set, back or ahead, the present moves with it and no wait does (R43). */
import type { Cancel, Clock } from "../../time/clock.ts";
import { manualClock } from "../../time/manual/manual-clock.ts";

export type VirtualTimeParts = {
  readonly real: Clock;
  /** Time that only passes, at the pace of `real`. */
  readonly steadyMs: () => number;
  /** So many seconds in one, while it is quiet. */
  readonly speed: number;
  /** How far ahead an earlier process may have been. */
  readonly leadMs: number;
  /** Returns when it is durable. */
  readonly keepLead: (leadMs: number) => void;
  readonly isBusy: () => boolean;
  /** Lets everything that is ready have its turn. */
  readonly breathe: () => Promise<void>;
};

export type VirtualTime = {
  readonly clock: Clock;
  readonly speed: () => number;
  /** Counts from now on: what has passed keeps its pace. */
  readonly setSpeed: (speed: number) => void;
  readonly stop: () => void;
};

/** How often it looks; callbacks that are due sooner are called sooner. */
const LOOK_MS = 10;
/** What is kept in advance: a kept lead serves for so much real time of hurrying. */
const KEPT_AHEAD_MS = 2_000;
/** The two times of a machine differ a little from one look to the next; that is no set clock. */
const SET_MS_MIN = 50;

/** Makes a lead durable before it is used, and some more of it in advance. */
function durably(keepLead: (leadMs: number) => void, leadMs: number) {
  let kept = leadMs;
  return (lead: number, speed: number): void => {
    if (lead <= kept) return;
    kept = Math.ceil(lead + KEPT_AHEAD_MS * (speed - 1));
    keepLead(kept);
  };
}

/** How far the clock is from steady time. It stays what it was until the clock is set. */
function distance(real: Clock, steadyMs: () => number): () => number {
  let known = Number.NaN;
  return () => {
    const seen = real.now().getTime() - steadyMs();
    if (!(Math.abs(seen - known) < SET_MS_MIN)) known = Math.round(seen);
    return known;
  };
}

export function virtualTime(parts: VirtualTimeParts): VirtualTime {
  const { real, isBusy, breathe } = parts;
  const steadyMs = (): number => Math.floor(parts.steadyMs());
  let { speed, leadMs: lead } = parts;
  const toClock = distance(real, steadyMs);
  const keepAhead = durably(parts.keepLead, lead);
  /** Of steady time and the lead: it only passes. */
  const inner = manualClock(new Date(steadyMs() + lead));
  const catchUp = (): void => {
    const behind = steadyMs() + lead - inner.now().getTime();
    if (behind > 0) inner.advance(behind);
  };
  const grow = (ms: number): void => {
    keepAhead(lead + ms, speed);
    lead += ms;
    catchUp();
  };
  const untilNext = (): number => (inner.next()?.getTime() ?? Infinity) - inner.now().getTime();

  let stopped = false;
  let looked = steadyMs();
  const hurry = async (): Promise<void> => {
    let gain = (steadyMs() - looked) * (speed - 1);
    looked = steadyMs();
    catchUp();
    while (gain > 0 && !stopped && !isBusy()) {
      const step = Math.min(gain, Math.max(0, untilNext()));
      grow(step);
      gain -= step;
      await breathe();
    }
  };
  const looking = keepLooking(real, hurry, untilNext, () => stopped);
  const nowMs = (): number => Math.max(steadyMs() + lead, inner.now().getTime()) + toClock();
  return {
    clock: {
      now: () => new Date(nowMs()),
      at: (instant, callback) => inner.at(new Date(instant.getTime() - toClock()), callback),
    },
    speed: () => speed,
    setSpeed: (next) => {
      looked = steadyMs();
      speed = next;
    },
    stop: () => {
      stopped = true;
      looking.cancel();
    },
  };
}

/** Again and again, at the latest when the next callback is due. */
function keepLooking(
  real: Clock,
  hurry: () => Promise<void>,
  untilNext: () => number,
  isOver: () => boolean,
): { readonly cancel: Cancel } {
  let cancel: Cancel = () => {};
  const look = async (): Promise<void> => {
    await hurry();
    const wait = Math.max(0, Math.min(LOOK_MS, untilNext()));
    if (!isOver()) cancel = real.at(new Date(real.now().getTime() + wait), () => void look());
  };
  void look();
  return { cancel: () => cancel() };
}
