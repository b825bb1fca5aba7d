/** Which refusals of a SQL server end by themselves: it wakes up, moves or is busy, as Azure SQL
 *  documents it, or the network was away. Whoever meets one asks again later; all others say
 *  the same the next time. */

const PASSING_NUMBERS: ReadonlySet<unknown> = new Set([
  1_205, 4_221, 10_928, 10_929, 40_143, 40_197, 40_501, 40_540, 40_613, 49_918, 49_919, 49_920,
]);
const PASSING_CODES: ReadonlySet<unknown> = new Set([
  "ESOCKET",
  "ETIMEOUT",
  "ECONNRESET",
  "ECONNCLOSED",
  "ECLOSE",
  "EAI_AGAIN",
]);

const cellOf = (error: unknown, name: string): unknown =>
  typeof error === "object" && error !== null && name in error
    ? (error as Record<string, unknown>)[name]
    : undefined;

const numberOf = (error: unknown): unknown =>
  cellOf(error, "number") ?? cellOf(cellOf(error, "cause"), "number");

export const passesByItself = (error: unknown): boolean =>
  PASSING_NUMBERS.has(numberOf(error)) || PASSING_CODES.has(cellOf(error, "code"));
