/** Flags that several commands share: same name, same meaning. */
import type { FlagSpec } from "./command-spec.ts";
import { seconds } from "./flag-values.ts";

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
