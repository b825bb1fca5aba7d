/** What is done to a running platform before it is killed. Each leaves the platform alive or dead,
 *  and nothing of it waits for the platform to be in any particular state. */
import { statSync } from "node:fs";
import type { Chance } from "./chance.ts";
import type { Running, Settings } from "./processes.ts";

export type DisturbanceName = "none" | "pause" | "clock" | "full";

export type Disturbance = {
  /** What the next process is started with. */
  readonly settings: (before: Settings, chance: Chance) => Settings;
  /** What happens to it while it runs. */
  readonly disturb: (platform: Running, chance: Chance) => Promise<void>;
};

const PAGE_BYTES = 8_192;
/** The longest lock on a job or a result is a minute. */
const LONGER_THAN_A_LOCK_MS = 90_000;
const BACK_MS = -20_000;
const STOPPED_MS = 300;

const sleepMs = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const unlimited = (before: Settings): Settings => ({ ...before, pagesMax: null });
const jump = ({ child }: Running, ms: number): void => void child.stdin?.write(`${ms}\n`);

export const DISTURBANCES: Readonly<Record<DisturbanceName, Disturbance>> = {
  none: { settings: unlimited, disturb: async () => {} },
  /** Stopped, and when it goes on all its locks have run out by its own clock. */
  pause: {
    settings: unlimited,
    disturb: async (platform) => {
      platform.child.kill("SIGSTOP");
      jump(platform, LONGER_THAN_A_LOCK_MS);
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
      ...before,
      pagesMax: Math.ceil(statSync(before.path).size / PAGE_BYTES) + chance.whole(40),
    }),
    disturb: async () => {},
  },
};

/** Every kind is met within each four kills, most of them being kills of nothing but a process. */
export const disturbanceOf = (kill: number, chance: Chance): DisturbanceName =>
  kill < 4
    ? ((["none", "pause", "clock", "full"] as const)[kill] ?? "none")
    : chance.oneOf(["none", "none", "none", "pause", "clock", "full"]);
