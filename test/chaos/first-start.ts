/** Processes that are killed while they make the database: the first start there ever is. What one
 *  leaves behind the next must be able to go on with. When to kill is measured: one that nobody
 *  kills before it is done shows how long this machine takes. */
import { mkdirSync } from "node:fs";
import type { Chance } from "./chance.ts";
import { killed, OPENING, type Running, type Settings, startPlatform } from "./processes.ts";
import { hasTables } from "./state.ts";

const KILLS_MAX = 8;
const LOOK_MS = 1;

const sleepMs = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Answers how many were killed until one had made all tables. */
export async function dieYoung(settings: Settings, chance: Chance): Promise<number> {
  const makingMs = await timeOfMaking(settings);
  let young = 0;
  while (young < KILLS_MAX && !hasTables(settings.path)) {
    const platform = startPlatform(settings);
    await until(platform, () => isOpening(platform));
    await sleepMs(chance.whole(makingMs));
    if (!(await killed(platform))) throw new Error(`it cannot start: ${platform.complaint()}`);
    young += 1;
  }
  return young;
}

const isOpening = ({ complaint }: Running): boolean => complaint().includes(OPENING);

/** From the opening of a file to its last table, in a folder where there is nobody to move. */
async function timeOfMaking(settings: Settings): Promise<number> {
  const path = `${settings.path}.trial`;
  const members = `${settings.members}.trial`;
  mkdirSync(members);
  const platform = startPlatform({ ...settings, path, members });
  await until(platform, () => isOpening(platform));
  const began = performance.now();
  await until(platform, () => hasTables(path));
  const tookMs = performance.now() - began;
  await killed(platform);
  return Math.ceil(tookMs);
}

async function until({ child, complaint }: Running, isSo: () => boolean): Promise<void> {
  while (!isSo()) {
    if (child.exitCode !== null) throw new Error(`it cannot start: ${complaint()}`);
    await sleepMs(LOOK_MS);
  }
}
