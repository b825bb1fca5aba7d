/** Sequence numbers as ranges, in ascending order: lowest, highest, lowest, highest, … What is
 *  handed out or settled together mostly was published together, so a record of thousands of
 *  messages names two numbers. */

export type Ranges = readonly number[];

/** Numbers without repeats; those in order cost the least. */
export function rangesOf(numbers: readonly number[]): Ranges {
  const ordered = isAscending(numbers) ? numbers : numbers.toSorted((a, b) => a - b);
  const ranges: number[] = [];
  let low = -1;
  let high = -1;
  for (const number of ordered) {
    if (low !== -1 && number === high + 1) high = number;
    else {
      if (low !== -1) ranges.push(low, high);
      low = number;
      high = number;
    }
  }
  if (low !== -1) ranges.push(low, high);
  return ranges;
}

function isAscending(numbers: readonly number[]): boolean {
  let last = -1;
  for (const number of numbers) {
    if (number <= last) return false;
    last = number;
  }
  return true;
}

export function eachIn(ranges: Ranges, visit: (number: number) => void): void {
  for (let index = 0; index < ranges.length; index += 2) {
    const high = ranges[index + 1] ?? -1;
    for (let number = ranges[index] ?? 0; number <= high; number += 1) visit(number);
  }
}
