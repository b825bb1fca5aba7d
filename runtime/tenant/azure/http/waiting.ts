/** How long to wait before asking a service again that does not say it: twice as long each time,
 *  spread over the whole span so that many who were refused together do not come back together. */

const FIRST_WAIT_MS = 1_000;
const WAIT_MS_MAX = 60_000;

/** `failures` counts from 1; `chance` is from 0 to below 1. */
export function backoffMs(failures: number, chance: number): number {
  return Math.ceil(chance * Math.min(WAIT_MS_MAX, FIRST_WAIT_MS * 2 ** (failures - 1)));
}
