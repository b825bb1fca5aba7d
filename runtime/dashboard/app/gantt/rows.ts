/** Puts the bars of a lane into rows, so that none lies on another: each goes into the first row
 *  that is free, its own member's row before all others. Pure. */
import type { TimelineBar } from "../../../contract/http/timeline.ts";

export type Placed = {
  readonly bar: TimelineBar;
  readonly from: number;
  readonly to: number;
  readonly row: number;
};

export type Packed = { readonly placed: readonly Placed[]; readonly rows: number };

export const barKey = ({ stepId, attempt, state }: TimelineBar): string =>
  `${stepId}.${attempt}.${state}`;

/** An instant of its own for bars that last no time, so that they can be seen and found. */
const LEAST_MS = 1;

export function packRows(bars: readonly TimelineBar[], now: number): Packed {
  const spans = bars
    .map((bar) => {
      const from = Date.parse(bar.from);
      const to = bar.to === null ? Math.max(now, from) : Date.parse(bar.to);
      return { bar, from, to: Math.max(to, from + LEAST_MS) };
    })
    .sort((a, b) => a.from - b.from || a.bar.stepId - b.bar.stepId);
  const ends: number[] = [];
  const owners = new Map<number | null, number>();
  const placed = spans.map((span): Placed => {
    const own = owners.get(span.bar.memberId);
    const isFree = (row: number): boolean => (ends[row] ?? 0) <= span.from;
    const free = own !== undefined && isFree(own) ? own : ends.findIndex((end) => end <= span.from);
    const row = free < 0 ? ends.length : free;
    ends[row] = span.to;
    owners.set(span.bar.memberId, row);
    return { ...span, row };
  });
  return { placed, rows: ends.length };
}
