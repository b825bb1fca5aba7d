/** What is done to a running platform before it is killed. Each leaves the platform alive or dead,
 *  and nothing of it waits for the platform to be in any particular state. */
import { statSync } from "node:fs";
import type { Chance } from "./chance.ts";
import type { Running, Settings } from "./processes.ts";

export type DisturbanceName = "first-start" | "none" | "pause" | "clock" | "full";

export type Disturbance = {
  /** What the next process is started with. */
  readonly settings: (before: Settings, chance: Chance) => Settings;
  /** What happens to it while it runs. The one that never got to run is killed elsewhere. */
  readonly disturb: (platform: Running, chance: Chance) => Promise<void>;
};

const PAGE_BYTES = 4_096;
/** The longest lock on a job or a result is a minute. */
const LONGER_THAN_A_LOCK_MS = 90_000;
const BACK_MS = -20_000;
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
  /** Its clock is set, on either side, at its start and again while it runs. */
  clock: {
    settings: (before, chance) => ({
      ...unlimited(before),
      shiftMs: before.shiftMs + chance.oneOf([LONGER_THAN_A_LOCK_MS, BACK_MS]),
    }),
    disturb: async (platform, chance) => {
      jump(platform, chance.oneOf([LONGER_THAN_A_LOCK_MS, BACK_MS]));
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
