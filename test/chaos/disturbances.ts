/** What is done to a running platform before it is killed. Each leaves the platform alive or dead;
 *  only one whose clock was set back must show that it goes on. */
import { statSync } from "node:fs";
import type { Chance } from "./chance.ts";
import type { Running, Settings } from "./processes.ts";

export type DisturbanceName = "first-start" | "none" | "pause" | "clock" | "full";

export type Disturbance = {
  /** What the next process is started with. */
  readonly settings: (before: Settings, chance: Chance) => Settings;
  /** What happens to it while it runs. The one that never got to run is killed elsewhere.
   *  `goesOn` waits until it has done something more. */
  readonly disturb: (
    platform: Running,
    chance: Chance,
    goesOn: () => Promise<void>,
  ) => Promise<void>;
};

const PAGE_BYTES = 4_096;
/** The longest lock on a job or a result is a minute. */
const LONGER_THAN_A_LOCK_MS = 90_000;
const HOUR_MS = 3_600_000;
/** No single jump leads further ahead. */
export const AHEAD_MS_MAX = HOUR_MS;
/** Nor all of one life further back. */
export const BEHIND_MS_MAX = 2 * HOUR_MS;
const SHIFTS = [LONGER_THAN_A_LOCK_MS, -20_000, HOUR_MS, -HOUR_MS] as const;
/** A lock of a minute is then two seconds of the machine's time. */
const FAST = 30;
const STOPPED_MS = LONGER_THAN_A_LOCK_MS / FAST;

const sleepMs = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const unlimited = (before: Settings): Settings => ({ ...before, speed: 1, pagesMax: null });
const jump = ({ child }: Running, ms: number): void => void child.stdin?.write(`${ms}\n`);

export const DISTURBANCES: Readonly<Record<DisturbanceName, Disturbance>> = {
  "first-start": { settings: unlimited, disturb: async () => {} },
  none: { settings: unlimited, disturb: async () => {} },
  /** Really stopped, for longer than its locks last: when it goes on they have run out. */
  pause: {
    settings: (before) => ({ ...unlimited(before), speed: FAST }),
    disturb: async (platform) => {
      platform.child.kill("SIGSTOP");
      await sleepMs(STOPPED_MS);
      platform.child.kill("SIGCONT");
    },
  },
  /** Its clock is set, on either side, at its start and again while it runs; back by an hour it
   *  must go on at once, not in an hour (R43). */
  clock: {
    settings: (before, chance) => ({
      ...unlimited(before),
      shiftMs: before.shiftMs + chance.oneOf(SHIFTS),
    }),
    disturb: async (platform, chance, goesOn) => {
      jump(platform, -HOUR_MS);
      await goesOn();
      jump(platform, chance.oneOf(SHIFTS));
    },
  },
  /** The file may grow by a few pages and then no more. */
  full: {
    settings: (before, chance) => ({
      ...unlimited(before),
      pagesMax: Math.ceil(statSync(before.path).size / PAGE_BYTES) + chance.whole(80),
    }),
    disturb: async () => {},
  },
};

const FIRST = ["first-start", "pause", "clock", "full"] as const;

/** Every kind is met within the first four kills, most of them being kills of nothing but a
 *  process; a first start there is only once. */
export const disturbanceOf = (kill: number, chance: Chance): DisturbanceName =>
  kill < FIRST.length
    ? (FIRST[kill] ?? "none")
    : chance.oneOf(["none", "none", "none", "pause", "clock", "full"]);
