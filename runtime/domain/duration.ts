/** Durations as runbooks write them: a whole number and one unit, `30s`, `15m`, `24h`, `7d`.
 *  The grammar is bounded: no sign, no fraction, no sum of units, nothing above a year. */
import { LIMITS } from "../contract/limits.ts";
import { fail, ok, type Result } from "../contract/result.ts";

const SECONDS_PER_UNIT = { s: 1, m: 60, h: 3_600, d: 86_400 } as const;
type Unit = keyof typeof SECONDS_PER_UNIT;

/** More digits than the largest legal value needs would only cost time to read. */
const DIGITS_MAX = 9;
const FORM = new RegExp(`^([0-9]{1,${DIGITS_MAX}})([smhd])$`);

export type DurationFailure =
  | { readonly kind: "malformed"; readonly text: string }
  | { readonly kind: "too-long"; readonly seconds: number };

export function parseDurationSec(text: string): Result<number, DurationFailure> {
  const match = FORM.exec(text);
  if (match === null) return fail({ kind: "malformed", text });
  const seconds = Number(match[1]) * SECONDS_PER_UNIT[match[2] as Unit];
  if (seconds > LIMITS.durationSecMax) return fail({ kind: "too-long", seconds });
  return ok(seconds);
}

/** The shortest exact writing: 7200 is `2h`, 90 is `90s`. */
export function formatDuration(seconds: number): string {
  const units = Object.entries(SECONDS_PER_UNIT).reverse();
  const [unit, size] = units.find(([, size]) => seconds > 0 && seconds % size === 0) ?? ["s", 1];
  return `${seconds / size}${unit}`;
}
