/** Two texts in one, line by line: what stayed, what went, what came. The shortest edit (Myers),
 *  within a bound on its length; texts that differ by more are shown as one replaced by the other
 *  between their common ends. */

export type DiffLine = {
  kind: "same" | "added" | "removed";
  text: string;
  fromLine: number | null;
  toLine: number | null;
};

const EDITS_MAX = 1_000;

export function diffLines(before: string, after: string): DiffLine[] {
  const from = linesOf(before);
  const to = linesOf(after);
  let head = 0;
  while (head < from.length && head < to.length && from[head] === to[head]) head += 1;
  let tail = 0;
  const room = Math.min(from.length, to.length) - head;
  while (tail < room && from.at(-1 - tail) === to.at(-1 - tail)) tail += 1;
  const inner = edits(from.slice(head, from.length - tail), to.slice(head, to.length - tail));
  const kinds: readonly DiffLine["kind"][] = [
    ...Array.from({ length: head }, () => "same" as const),
    ...inner,
    ...Array.from({ length: tail }, () => "same" as const),
  ];
  return numbered(kinds, from, to);
}

const linesOf = (text: string): readonly string[] => {
  const lines = text.split(/\r\n|\n|\r/);
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
};

function numbered(
  kinds: readonly DiffLine["kind"][],
  from: readonly string[],
  to: readonly string[],
): DiffLine[] {
  let [a, b] = [0, 0];
  return kinds.map((kind) => {
    const text = (kind === "added" ? to[b] : from[a]) ?? "";
    if (kind !== "added") a += 1;
    if (kind !== "removed") b += 1;
    return {
      kind,
      text,
      fromLine: kind === "added" ? null : a,
      toLine: kind === "removed" ? null : b,
    };
  });
}

/** Furthest points on each diagonal, edit by edit; `trace` remembers them to walk back. */
function edits(from: readonly string[], to: readonly string[]): readonly DiffLine["kind"][] {
  const most = Math.min(from.length + to.length, EDITS_MAX);
  let furthest = new Map<number, number>([[1, 0]]);
  const trace: ReadonlyMap<number, number>[] = [];
  for (let depth = 0; depth <= most; depth += 1) {
    trace.push(furthest);
    const next = new Map<number, number>();
    for (let k = -depth; k <= depth; k += 2) {
      let x = startOn(furthest, k, depth);
      while (x < from.length && x - k < to.length && from[x] === to[x - k]) x += 1;
      next.set(k, x);
      if (x >= from.length && x - k >= to.length) return walkBack(trace, from.length, to.length);
    }
    furthest = new Map([...furthest, ...next]);
  }
  return [...from.map(() => "removed" as const), ...to.map(() => "added" as const)];
}

const comesDown = (furthest: ReadonlyMap<number, number>, k: number, depth: number): boolean =>
  k === -depth || (k !== depth && (furthest.get(k - 1) ?? 0) < (furthest.get(k + 1) ?? 0));

const startOn = (furthest: ReadonlyMap<number, number>, k: number, depth: number): number =>
  comesDown(furthest, k, depth) ? (furthest.get(k + 1) ?? 0) : (furthest.get(k - 1) ?? 0) + 1;

function walkBack(
  trace: readonly ReadonlyMap<number, number>[],
  fromEnd: number,
  toEnd: number,
): readonly DiffLine["kind"][] {
  const kinds: DiffLine["kind"][] = [];
  let [x, y] = [fromEnd, toEnd];
  for (let depth = trace.length - 1; depth >= 0; depth -= 1) {
    const furthest = trace[depth] ?? new Map();
    const k = x - y;
    const before = comesDown(furthest, k, depth) ? k + 1 : k - 1;
    const startX = depth === 0 ? 0 : (furthest.get(before) ?? 0);
    const startY = depth === 0 ? 0 : startX - before;
    while (x > startX && y > startY) {
      kinds.push("same");
      x -= 1;
      y -= 1;
    }
    if (depth > 0) kinds.push(x === startX ? "added" : "removed");
    [x, y] = [startX, startY];
  }
  return kinds.reverse();
}
