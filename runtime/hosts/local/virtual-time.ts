/** Time that hurries while nobody has anything to do, so that a move of five days plays in
 *  minutes. It is the machine's time and a lead over it; the lead grows while the platform is
 *  quiet and stands still while it is busy, so that a lock, a deadline or a pause which a service
 *  asked for is as long for those who work as it would be without.
 *  V1. Never back: the lead is made durable before it is used, also across kill -9.
 *  V2. No callback is passed over: the lead grows up to the next one, which is called and given
 *      its turn before the lead grows on. */
import type { Cancel, Clock } from "../../time/clock.ts";
import { manualClock } from "../../time/manual/manual-clock.ts";

export type VirtualTimeParts = {
  readonly real: Clock;
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

/** Makes a lead durable before it is used, and some more of it in advance. */
function durably(keepLead: (leadMs: number) => void, leadMs: number) {
  let kept = leadMs;
  return (lead: number, speed: number): void => {
    if (lead <= kept) return;
    kept = Math.ceil(lead + KEPT_AHEAD_MS * (speed - 1));
    keepLead(kept);
  };
}

export function virtualTime(parts: VirtualTimeParts): VirtualTime {
  const { real, isBusy, breathe } = parts;
  let { speed, leadMs: lead } = parts;
  const realNow = (): number => real.now().getTime();
  const keepAhead = durably(parts.keepLead, lead);
  const inner = manualClock(new Date(realNow() + lead));
  const catchUp = (): void => {
    const behind = realNow() + lead - inner.now().getTime();
    if (behind > 0) inner.advance(behind);
  };
  const grow = (ms: number): void => {
    keepAhead(lead + ms, speed);
    lead += ms;
    catchUp();
  };
  const untilNext = (): number => (inner.next()?.getTime() ?? Infinity) - inner.now().getTime();

  let stopped = false;
  let looked = realNow();
  const hurry = async (): Promise<void> => {
    let gain = (realNow() - looked) * (speed - 1);
    looked = realNow();
    catchUp();
    while (gain > 0 && !stopped && !isBusy()) {
      const step = Math.min(gain, Math.max(0, untilNext()));
      grow(step);
      gain -= step;
      await breathe();
    }
  };
  let cancel: Cancel = () => {};
  const look = async (): Promise<void> => {
    await hurry();
    const wait = Math.max(0, Math.min(LOOK_MS, untilNext()));
    if (!stopped) cancel = real.at(new Date(realNow() + wait), () => void look());
  };
  void look();
  return {
    clock: { now: () => new Date(Math.max(realNow() + lead, inner.now().getTime())), at: inner.at },
    speed: () => speed,
    setSpeed: (next) => {
      looked = realNow();
      speed = next;
    },
    stop: () => {
      stopped = true;
      cancel();
    },
  };
}
