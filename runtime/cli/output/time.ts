/** Times for people: how long ago, how far ahead, how long it takes. */

const UNITS = [
  ["d", 86_400],
  ["h", 3_600],
  ["m", 60],
  ["s", 1],
] as const;

/** Two units at most: 90061 is `1d 1h`, 75 is `1m 15s`. */
export function durationText(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const first = UNITS.findIndex(([, size]) => whole >= size);
  if (first === -1) return "0s";
  let rest = whole;
  const parts = UNITS.slice(first, first + 2).flatMap(([unit, size]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return count === 0 ? [] : [`${count}${unit}`];
  });
  return parts.join(" ");
}

const NOW_SEC = 2;

/** `3m ago`, `in 2h`; the largest unit is exact enough. */
export function relativeTime(instant: string, nowMs: number): string {
  const seconds = (Date.parse(instant) - nowMs) / 1000;
  if (Math.abs(seconds) < NOW_SEC) return "now";
  const size = Math.abs(seconds);
  const [unit, length] = UNITS.find(([, each]) => size >= each) ?? ["s", 1];
  const text = `${Math.round(size / length)}${unit}`;
  return seconds < 0 ? `${text} ago` : `in ${text}`;
}
