/** ISO 8601 durations as Service Bus writes them: days, hours, minutes, seconds. */

const PARTS = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;

/** Service Bus keeps a message for ever where no time to live is set. */
const FOREVER = Number.POSITIVE_INFINITY;

/** NaN for a text that is no such duration, so that every comparison with it fails. */
export function secondsOf(duration: unknown): number {
  if (duration === undefined) return FOREVER;
  const match = PARTS.exec(String(duration));
  if (match === null) return Number.NaN;
  const [days = 0, hours = 0, minutes = 0, secs = 0] = match.slice(1).map((n) => Number(n ?? 0));
  return ((days * 24 + hours) * 60 + minutes) * 60 + secs;
}
