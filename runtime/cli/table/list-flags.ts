/** Flags that narrow a list: same name, same meaning, whatever is listed. */
import type { FlagSpec } from "./command-spec.ts";
import { moment, wholeNumber } from "./flag-values.ts";

export const LIMIT_MAX = 100_000;
const LIMIT_DEFAULT = 20;

export const LIMIT: FlagSpec = {
  flags: "--limit <n>",
  about: "at most so many",
  read: wholeNumber(1, LIMIT_MAX),
  default: LIMIT_DEFAULT,
};
/** People who come from other tools say state. */
export const STATUS: FlagSpec = {
  flags: "--state, --status <status>",
  about: "only with this status",
};
export const SINCE: FlagSpec = {
  flags: "--since <when>",
  about: "not older than this: 2h, 7d, 2026-03-14",
  read: moment,
};
