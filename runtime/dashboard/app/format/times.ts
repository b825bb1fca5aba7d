/** Times and durations in words. Pure: the present and the zone are arguments. */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const UNITS: readonly (readonly [ms: number, word: string])[] = [
  [DAY, "d"],
  [HOUR, "h"],
  [MINUTE, "min"],
  [SECOND, "s"],
];

/** The two greatest units: `3 d 4 h`, `12 min`, `0.4 s`. */
export function durationText(ms: number): string {
  const whole = Math.max(0, ms);
  if (whole < 10 * SECOND) return `${(whole / SECOND).toFixed(whole < SECOND ? 1 : 0)} s`;
  const at = UNITS.findIndex(([unit]) => whole >= unit);
  const [unit, word] = UNITS[at] ?? [SECOND, "s"];
  const first = Math.floor(whole / unit);
  const next = UNITS[at + 1];
  const second = next === undefined ? 0 : Math.floor((whole - first * unit) / next[0]);
  return next === undefined || second === 0
    ? `${first} ${word}`
    : `${first} ${word} ${second} ${next[1]}`;
}

/** `in 3 h`, `5 min ago`, `now`. */
export function relativeText(at: number, now: number): string {
  const ms = at - now;
  if (Math.abs(ms) < SECOND) return "now";
  const text = durationText(Math.abs(ms) < MINUTE ? Math.abs(ms) : roundToUnit(Math.abs(ms)));
  return ms > 0 ? `in ${text}` : `${text} ago`;
}

function roundToUnit(ms: number): number {
  const [unit] = UNITS.find(([size]) => ms >= 2 * size) ?? [SECOND];
  return Math.floor(ms / unit) * unit;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function format(key: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const known = formats.get(key);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat("en-GB", options);
  formats.set(key, made);
  return made;
}

/** `Tue 17 Nov 2026, 19:47:03 UTC`. */
export const absoluteText = (at: number, timeZone: string): string =>
  format(`full ${timeZone}`, {
    timeZone,
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    timeZoneName: "short",
  }).format(at);

/** Short enough for an axis; `spanMs` says how much of it is shown. Where the axis goes over more
 *  than a day, the day is told with the time. */
export function tickText(at: number, spanMs: number, timeZone: string, isLong = false): string {
  if (spanMs > 3 * DAY) {
    return format(`day ${timeZone}`, { timeZone, day: "numeric", month: "short" }).format(at);
  }
  const time = { timeZone, hour: "2-digit", minute: "2-digit" } as const;
  if (spanMs > 18 * HOUR || isLong) {
    return format(`dayhour ${timeZone}`, { ...time, weekday: "short" }).format(at);
  }
  if (spanMs > 10 * MINUTE) return format(`time ${timeZone}`, time).format(at);
  return format(`second ${timeZone}`, { ...time, second: "2-digit" }).format(at);
}

const STEPS = [1, 2, 5, 10, 15, 30].map((n) => n * SECOND);
const TICK_STEPS: readonly number[] = [
  ...STEPS,
  ...STEPS.map((ms) => ms * 60),
  ...[1, 2, 3, 6, 12].map((n) => n * HOUR),
  ...[1, 2, 7, 14, 28].map((n) => n * DAY),
];

export const DAY_MS = DAY;

/** Round instants within a span, at most `most` of them. */
export function ticks(from: number, to: number, most: number): readonly number[] {
  const step = TICK_STEPS.find((ms) => (to - from) / ms <= most) ?? 28 * DAY;
  const first = Math.ceil(from / step) * step;
  const count = Math.max(0, Math.floor((to - first) / step) + 1);
  return Array.from({ length: count }, (_, index) => first + index * step);
}
