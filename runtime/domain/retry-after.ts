/** What a service's `Retry-After` says: how long to wait before asking it again, in seconds or as a
 *  date. */

const SECONDS = /^[0-9]{1,9}$/;
/** As HTTP writes dates. What else Date would read ("1.5" is a day of 2001) is no wait. */
const HTTP_DATE = /^[A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9:]{8} GMT$/;

/** Null when it says nothing that can be understood. Never negative. */
export function retryAfterMs(text: string | null, now: Date): number | null {
  const trimmed = text?.trim() ?? "";
  if (SECONDS.test(trimmed)) return Number(trimmed) * 1_000;
  const date = HTTP_DATE.test(trimmed) ? Date.parse(trimmed) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - now.getTime());
}
