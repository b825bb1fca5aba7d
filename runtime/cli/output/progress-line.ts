/** How far something long has come, as one line: a bar, done of total, rate, time left, failures.
 *  Pure. */
import { durationText } from "./time.ts";
import { cutToWidth } from "./width.ts";

export type Progress = {
  readonly done: number;
  readonly total: number;
  readonly failed: number;
  /** What is going on now, in a few words. */
  readonly now?: string | undefined;
};

/** `ratePerSec` null: too early to say. */
export type Pace = { readonly ratePerSec: number | null };

const BAR_COLUMNS = 24;
const SECONDS_WORTH_SAYING_MAX = 30 * 86_400;

export function progressLine(
  what: string,
  unit: string,
  progress: Progress,
  { ratePerSec }: Pace,
): string {
  const { done, total, failed, now } = progress;
  const parts = [
    what,
    `[${barOf(done, total)}]`,
    percent(done, total),
    `${amount(done)}/${amount(total)} ${unit}`,
    ...(ratePerSec === null || ratePerSec === 0 ? [] : [`${amount(ratePerSec)}/s`]),
    ...etaOf(progress, ratePerSec),
    ...(failed === 0 ? [] : [`${amount(failed)} failed`]),
    ...(now === undefined || now === "" ? [] : [now]),
  ];
  return parts.join("  ");
}

export const fitLine = (line: string, columns: number): string => cutToWidth(line, columns - 1);

function barOf(done: number, total: number): string {
  const full = total === 0 ? 0 : Math.min(BAR_COLUMNS, Math.floor((done / total) * BAR_COLUMNS));
  return "█".repeat(full) + "░".repeat(BAR_COLUMNS - full);
}

/** Never 100 % before the end. */
const percent = (done: number, total: number): string =>
  `${String(total === 0 ? 0 : Math.floor((done / total) * 100)).padStart(3)}%`;

function etaOf({ done, total }: Progress, ratePerSec: number | null): readonly string[] {
  if (ratePerSec === null || ratePerSec <= 0 || done >= total) return [];
  const seconds = (total - done) / ratePerSec;
  return seconds > SECONDS_WORTH_SAYING_MAX ? [] : [`ETA ${durationText(seconds)}`];
}

/** 1234 is `1,234`, a slow rate keeps one digit. */
const amount = (value: number): string =>
  value !== 0 && value < 10 && !Number.isInteger(value)
    ? value.toFixed(1)
    : Math.round(value).toLocaleString("en-US");
