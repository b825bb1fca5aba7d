/** Lengths of time that tests move the clock by. */

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const EVERY_MS = 5 * MINUTE;
