/** A timeline as text: each lane is a row of marks, one mark for a slice of time. What matters
 *  most in a slice is drawn: a failure before work, work before waiting. Pure. */
import type { Timeline, TimelineBar, TimelineLane } from "../../../contract/http/timeline.ts";
import type { Look } from "../../output/columns.ts";
import { durationText } from "../../output/time.ts";
import { visibleLine } from "../../output/visible.ts";
import { cutToWidth, padToWidth, textWidth } from "../../output/width.ts";

type State = TimelineBar["state"];

/** What matters most comes first. */
const MARKS: readonly (readonly [mark: string, name: string, states: readonly State[]])[] = [
  ["x", "failed", ["failed", "timed-out"]],
  ["r", "rolled back", ["rolled-back"]],
  ["t", "throttled", ["throttled"]],
  ["~", "retrying", ["retrying"]],
  ["#", "running", ["running"]],
  ["o", "polling", ["polling"]],
  ["=", "succeeded", ["succeeded", "skipped"]],
  [".", "waiting", ["waiting", "cancelled"]],
];

const COLUMNS_DEFAULT = 100;
const NAME_COLUMNS_MAX = 20;
const CHART_COLUMNS_MIN = 20;

export function timelineText(timeline: Timeline, look: Look): string {
  const { lanes, from, to, now } = timeline;
  const nameWidth = Math.min(
    NAME_COLUMNS_MAX,
    Math.max(...lanes.map(({ name }) => textWidth(visibleLine(name))), 4),
  );
  const width = Math.max(CHART_COLUMNS_MIN, (look.columns ?? COLUMNS_DEFAULT) - nameWidth - 16);
  const range = { fromMs: Date.parse(from), toMs: Math.max(Date.parse(to), Date.parse(from) + 1) };
  const drawn = lanes.map((lane) => marksOf(lane, range, Date.parse(now), width));
  const rows = lanes.map(({ name, status }, index) => {
    const label = padToWidth(cutToWidth(visibleLine(name), nameWidth), nameWidth);
    return `${label}  ${drawn[index]}  ${look.paint.faint(status ?? "")}`.trimEnd();
  });
  const used = MARKS.filter(([mark]) => drawn.some((marks) => marks.includes(mark)));
  const legend = used.map(([mark, name]) => `${mark} ${name}`).join("  ");
  const spanned = durationText((range.toMs - range.fromMs) / 1000);
  const scale = `${" ".repeat(nameWidth)}  ${from} … ${to} (${spanned})`;
  return `${[...rows, look.paint.faint(scale), look.paint.faint(legend)].join("\n")}\n`;
}

type Range = { readonly fromMs: number; readonly toMs: number };

function marksOf({ bars }: TimelineLane, range: Range, nowMs: number, width: number): string {
  const ranks = new Array<number>(width).fill(MARKS.length);
  const slice = (ms: number): number =>
    Math.max(
      0,
      Math.min(width - 1, Math.floor(((ms - range.fromMs) / (range.toMs - range.fromMs)) * width)),
    );
  for (const bar of bars) {
    const rank = MARKS.findIndex(([, , states]) => states.includes(bar.state));
    const end = slice(bar.to === null ? nowMs : Date.parse(bar.to));
    for (let at = slice(Date.parse(bar.from)); at <= end; at += 1)
      ranks[at] = Math.min(ranks[at] ?? MARKS.length, rank);
  }
  return ranks.map((rank) => MARKS[rank]?.[0] ?? " ").join("");
}
