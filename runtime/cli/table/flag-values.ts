/** Reads the values of flags; a wrong one is told with the flag's name by commander. */
import { InvalidArgumentError } from "commander";
import { parseDurationSec } from "../../domain/duration.ts";

export const wholeNumber =
  (min: number, max: number) =>
  (text: string): number => {
    const value = Number(text);
    if (/^[0-9]{1,9}$/.test(text) && value >= min && value <= max) return value;
    throw new InvalidArgumentError(`It takes a whole number from ${min} to ${max}.`);
  };

export function seconds(text: string): number {
  const duration = parseDurationSec(text);
  if (duration.ok) return duration.value;
  throw new InvalidArgumentError("It takes a duration such as 30s, 15m, 2h or 7d.");
}

/** A moment: so long ago, or an ISO 8601 time. */
export type Moment = { readonly agoSec: number } | { readonly at: string };

export function moment(text: string): Moment {
  const duration = parseDurationSec(text);
  if (duration.ok) return { agoSec: duration.value };
  const ms = Date.parse(text);
  if (/^\d{4}-\d{2}-\d{2}/.test(text) && !Number.isNaN(ms))
    return { at: new Date(ms).toISOString() };
  throw new InvalidArgumentError("It takes a duration such as 2h, or a time such as 2026-03-14.");
}

export const instantOf = (moment: Moment, nowMs: number): string =>
  "at" in moment ? moment.at : new Date(nowMs - moment.agoSec * 1000).toISOString();
