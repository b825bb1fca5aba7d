/** Batch times as data sources write them. A time with an offset or `Z` says which instant it
 *  is; one without is read on the wall clock of the runbook's `time_zone` (R44).
 *  B1. A wall-clock time that a clock change leaves out, or shows twice, is refused with the two
 *      instants it might mean: the author decides, never we.
 *  B2. Only ISO 8601 dates, date-times, and the spellings SQL drivers give them (a space for the
 *      `T`, a space before the offset, up to nine decimals). Parts of a millisecond are dropped.
 *  B3. Reading costs the same for every text: one longer than any legal form is refused unread. */
import { Temporal } from "temporal-polyfill";
import { fail, ok, type Result } from "../contract/result.ts";
import { floorToMinutes } from "./instant.ts";

export type BatchTimeFailure =
  | { readonly kind: "malformed" | "no-such-time" | "year-out-of-range"; readonly text: string }
  | {
      readonly kind: "clock-gap" | "clock-overlap";
      readonly text: string;
      readonly timeZone: string;
      /** The two instants the text might have meant. */
      readonly earlier: Date;
      readonly later: Date;
    };

const CHARS_MAX = 40;
const YEAR_MIN = 2000;
const YEAR_MAX = 2199;
/** No place on earth is further from UTC. */
const OFFSET_MINUTES_MAX = 14 * 60;
const IMMEDIATE_STEP_MINUTES = 5;

const FORM = new RegExp(
  "^([0-9]{4}-[0-9]{2}-[0-9]{2})" +
    "(?:[T ]([0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\\.[0-9]{1,9})?)?)" +
    " ?(Z|[+-][0-9]{2}(?::?[0-9]{2})?)?)?$",
);

/** `timeZone` comes from a checked runbook: an unknown one is a bug and throws. */
export function parseBatchTime(text: string, timeZone: string): Result<Date, BatchTimeFailure> {
  const match = text.length <= CHARS_MAX ? FORM.exec(text) : null;
  if (match === null) return fail({ kind: "malformed", text: text.slice(0, CHARS_MAX) });
  const [, date = "", clock = "00:00", offset] = match;
  const wall = new Date(`${date}T${clock}Z`);
  if (!shows(wall, date)) return fail({ kind: "no-such-time", text });
  const year = wall.getUTCFullYear();
  if (year < YEAR_MIN || year > YEAR_MAX) return fail({ kind: "year-out-of-range", text });
  if (offset === undefined) return onWallClock(wall, timeZone, text);
  const minutes = offsetMinutes(offset);
  if (minutes === null) return fail({ kind: "malformed", text });
  return ok(new Date(wall.getTime() - minutes * 60_000));
}

/** Whether the name is a zone of the time-zone database; a bare offset is not. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(name)) return false;
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return true;
  } catch {
    // The only way to ask for a zone is to use it; a name of this form fails only if unknown.
    return false;
  }
}

/** The time of a batch that starts at once: the tick's, down to five minutes, so that it is
 *  never in the future. */
export const immediateBatchTime = (tick: Date): Date =>
  floorToMinutes(tick, IMMEDIATE_STEP_MINUTES);

/** `wall` is what the clock shows, kept as if it were UTC. */
function onWallClock(wall: Date, timeZone: string, text: string): Result<Date, BatchTimeFailure> {
  const shown = Temporal.PlainDateTime.from(wall.toISOString().slice(0, -1));
  const first = shown.toZonedDateTime(timeZone, { disambiguation: "earlier" });
  const last = shown.toZonedDateTime(timeZone, { disambiguation: "later" });
  const earlier = new Date(first.epochMilliseconds);
  const later = new Date(last.epochMilliseconds);
  if (earlier.getTime() === later.getTime()) return ok(earlier);
  const kind = first.toPlainDateTime().equals(shown) ? "clock-overlap" : "clock-gap";
  return fail({ kind, text, timeZone, earlier, later });
}

/** Date reads 30 February as 2 March and 24:00 as tomorrow; such a text shows another day. */
const shows = (wall: Date, date: string): boolean =>
  !Number.isNaN(wall.getTime()) && wall.toISOString().startsWith(`${date}T`);

/** Minutes east of UTC; null when no clock on earth is set so. */
function offsetMinutes(offset: string): number | null {
  if (offset === "Z") return 0;
  const hours = Number(offset.slice(1, 3));
  const minutes = Number(offset.slice(3).replace(":", ""));
  const total = hours * 60 + minutes;
  if (minutes > 59 || total > OFFSET_MINUTES_MAX) return null;
  return offset.startsWith("-") ? -total : total;
}
