/** Where an instant stands on the chart. A batch is busy for minutes and quiet for days, so quiet
 *  stretches are folded: each takes the same few pixels, however long it lasts. Pure. */

export type Span = { readonly from: number; readonly to: number };

export type Segment = Span & {
  readonly x0: number;
  readonly x1: number;
  readonly isFolded: boolean;
};

export type Scale = {
  readonly segments: readonly Segment[];
  readonly width: number;
  readonly x: (at: number) => number;
};

/** Spans that touch or overlap become one; in order of time. */
export function union(spans: readonly Span[]): readonly Span[] {
  const sorted = [...spans].sort((a, b) => a.from - b.from);
  const merged: Span[] = [];
  for (const span of sorted) {
    const before = merged.at(-1);
    if (before === undefined || span.from > before.to) merged.push(span);
    else merged[merged.length - 1] = { from: before.from, to: Math.max(before.to, span.to) };
  }
  return merged;
}

/** What is shown, cut into busy parts and the quiet ones between them. */
function parts(domain: Span, busy: readonly Span[]): readonly (Span & { isQuiet: boolean })[] {
  const inside = union(busy)
    .map(({ from, to }) => ({ from: Math.max(from, domain.from), to: Math.min(to, domain.to) }))
    .filter(({ from, to }) => from <= to);
  const cut: (Span & { isQuiet: boolean })[] = [];
  let at = domain.from;
  for (const span of inside) {
    if (span.from > at) cut.push({ from: at, to: span.from, isQuiet: true });
    cut.push({ ...span, isQuiet: false });
    at = span.to;
  }
  if (at < domain.to) cut.push({ from: at, to: domain.to, isQuiet: true });
  return cut;
}

const FOLD_PX = 44;
/** A quiet stretch is worth folding when it is longer than this share of all that is busy. */
const FOLD_SHARE = 0.35;

/** `busy` null: nothing is folded. */
export function makeScale(domain: Span, width: number, busy: readonly Span[] | null): Scale {
  const all = busy === null ? [{ ...domain, isQuiet: false }] : parts(domain, busy);
  const busyMs = all.reduce((sum, { from, to, isQuiet }) => sum + (isQuiet ? 0 : to - from), 0);
  const isFolded = ({ from, to, isQuiet }: Span & { isQuiet: boolean }): boolean =>
    isQuiet && busyMs > 0 && to - from > busyMs * FOLD_SHARE;
  const folds = all.filter(isFolded).length;
  const foldPx = Math.min(FOLD_PX, folds === 0 ? 0 : (width * 0.5) / folds);
  const openMs = all.reduce((sum, part) => sum + (isFolded(part) ? 0 : part.to - part.from), 0);
  const perMs = openMs === 0 ? 0 : (width - folds * foldPx) / openMs;
  let x = 0;
  const segments = all.map((part): Segment => {
    const x0 = x;
    const folded = isFolded(part);
    x += folded ? foldPx : (part.to - part.from) * perMs;
    return { from: part.from, to: part.to, x0, x1: x, isFolded: folded };
  });
  return { segments, width, x: (at) => place(segments, at) };
}

function place(segments: readonly Segment[], at: number): number {
  const first = segments[0];
  if (first === undefined || at <= first.from) return first?.x0 ?? 0;
  const segment = segments.find(({ to }) => at <= to);
  if (segment === undefined) return segments.at(-1)?.x1 ?? 0;
  const { from, to, x0, x1 } = segment;
  return to === from ? x0 : x0 + ((at - from) / (to - from)) * (x1 - x0);
}

/** The span seen when half or twice as much is wanted, around a point that stays in place. */
export function zoomed(shown: Span, whole: Span, factor: number, around: number): Span {
  const from = around - (around - shown.from) * factor;
  const to = around + (shown.to - around) * factor;
  return { from: Math.max(whole.from, from), to: Math.min(whole.to, Math.max(to, from + 1_000)) };
}
