/** Arithmetic on instants. Whoever calls passes the time in; nothing here reads a clock.
 *  Timers are rounded up so that rows fall due together: deadlines to the minute, retries and
 *  polls to the second. Rounding up never lets anything happen early. */

const MS_PER_SEC = 1_000;
const SEC_PER_MINUTE = 60;

export const plusSec = (at: Date, seconds: number): Date =>
  new Date(at.getTime() + seconds * MS_PER_SEC);

export const ceilToSecond = (at: Date): Date => ceilTo(at, 1);

export const ceilToMinute = (at: Date): Date => ceilTo(at, SEC_PER_MINUTE);

export function floorToMinutes(at: Date, minutes: number): Date {
  const stepMs = minutes * SEC_PER_MINUTE * MS_PER_SEC;
  return new Date(Math.floor(at.getTime() / stepMs) * stepMs);
}

export const earlier = (one: Date, other: Date): Date => (one <= other ? one : other);

function ceilTo(at: Date, seconds: number): Date {
  const stepMs = seconds * MS_PER_SEC;
  return new Date(Math.ceil(at.getTime() / stepMs) * stepMs);
}
