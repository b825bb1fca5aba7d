/** Offsets to lines and columns, both counted from 1 in UTF-16 units, as editors do. */

export type LineStarts = readonly number[];

export function lineStartsOf(text: string): LineStarts {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

export function placeOf(starts: LineStarts, at: number): { line: number; col: number } {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, col: at - (starts[low] ?? 0) + 1 };
}
