/** Flags that several commands share: same name, same meaning. */
import type { FlagSpec } from "./command-spec.ts";
import { moment, seconds, wholeNumber } from "./flag-values.ts";

const LIMIT_MAX = 100_000;
const LIMIT_DEFAULT = 20;

export const LIMIT: FlagSpec = {
  flags: "--limit <n>",
  about: "at most so many",
  read: wholeNumber(1, LIMIT_MAX),
  default: LIMIT_DEFAULT,
};
export const SINCE: FlagSpec = {
  flags: "--since <when>",
  about: "not older than this: 2h, 7d, 2026-03-14",
  read: moment,
};
export const YES: FlagSpec = { flags: "-y, --yes", about: "do it without asking" };
export const DRY_RUN: FlagSpec = { flags: "--dry-run", about: "only show what would happen" };
export const WATCH: FlagSpec = {
  flags: "--watch",
  about: "follow it; the exit code tells the end",
};
export const TIMEOUT: FlagSpec = {
  flags: "--timeout <time>",
  about: "stop watching after this long, with exit code 7",
  read: seconds,
};
export const REASON: FlagSpec = { flags: "--reason <text>", about: "why; kept in the log" };
