/** The middle of the values; of an even number of them, halfway between the two in the middle. */

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  if (upper === undefined || lower === undefined) throw new Error("the median of nothing");
  return (lower + upper) / 2;
}
