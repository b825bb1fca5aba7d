/** Keys of several parts, and their order. */

/** Parts of a key, joined by what no part contains. */
export const keyOf = (...parts: readonly (string | number)[]): string => parts.join("\n");

/** In code units, the same on every machine and like a binary collation. */
export const byText = (one: string, other: string): number =>
  one < other ? -1 : Number(one > other);
