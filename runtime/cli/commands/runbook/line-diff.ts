/** What changed between two texts, line by line: `-` gone, `+` new, with two lines around each
 *  change. By longest common subsequence; the equal beginning and end are set aside first, so
 *  that a small change in a long text costs little. Pure. */

const AROUND = 2;

export function lineDiff(before: string, after: string): readonly string[] {
  const a = before.split("\n");
  const b = after.split("\n");
  let start = 0;
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start += 1;
  let end = 0;
  const most = Math.min(a.length, b.length) - start;
  while (end < most && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  const middle = changes(a.slice(start, a.length - end), b.slice(start, b.length - end));
  const head = a.slice(Math.max(0, start - AROUND), start).map(kept);
  const tail = a.slice(a.length - end, a.length - end + AROUND).map(kept);
  return middle.length === 0 ? [] : [...head, ...middle, ...tail];
}

const kept = (line: string): string => `  ${line}`;

function changes(a: readonly string[], b: readonly string[]): readonly string[] {
  const lengths = commonLengths(a, b);
  const at = (i: number, j: number): number => lengths[i]?.[j] ?? 0;
  const lines: string[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push(kept(a[i] ?? ""));
      i += 1;
      j += 1;
    } else if (j >= b.length || (i < a.length && at(i + 1, j) >= at(i, j + 1))) {
      lines.push(`- ${a[i]}`);
      i += 1;
    } else {
      lines.push(`+ ${b[j]}`);
      j += 1;
    }
  }
  return lines;
}

/** How many lines the rests from i and j have in common. */
function commonLengths(a: readonly string[], b: readonly string[]): readonly (readonly number[])[] {
  const lengths = Array.from({ length: a.length + 1 }, () =>
    new Array<number>(b.length + 1).fill(0),
  );
  for (let i = a.length - 1; i >= 0; i -= 1) {
    const row = lengths[i] ?? [];
    const below = lengths[i + 1] ?? [];
    for (let j = b.length - 1; j >= 0; j -= 1)
      row[j] = a[i] === b[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
  }
  return lengths;
}
