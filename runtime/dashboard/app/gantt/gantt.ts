/** A batch over time: a lane for each phase, each attempt a bar, the present a line. What is shown
 *  of it (span, folding, chosen bar) stands in the address. */
import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Timeline, TimelineBar } from "../../../contract/http/timeline.ts";
import { choose, query } from "../frame/navigation.ts";
import { zone, zoneName } from "../frame/preferences.ts";
import { html } from "../ui/html.ts";
import { now } from "../ui/times.ts";
import { Axis, NowLine } from "./axis.ts";
import { BarTable, Detail } from "./detail.ts";
import { Lane, LaneLabel, type LaneLayout, layLanes } from "./lanes.ts";
import { BAR_LOOKS, type BarState, Legend, Patterns } from "./looks.ts";
import { barKey } from "./rows.ts";
import { makeScale, type Scale, type Span, union } from "./scale.ts";
import { Tools } from "./tools.ts";

const LEAST_WIDTH = 240;
const PAD_SHARE = 0.02;
const LEAST_PAD_MS = 1_000;
const BUSY_PAD_SHARE = 0.1;

function useWidth(): readonly [ref: { current: HTMLDivElement | null }, width: number] {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(800);
  useEffect(() => {
    const box = ref.current;
    if (box === null) return;
    const watching = new ResizeObserver(() => setWidth(Math.max(LEAST_WIDTH, box.clientWidth)));
    watching.observe(box);
    return () => watching.disconnect();
  }, []);
  return [ref, width];
}

const dueTimes = ({ lanes }: Timeline): readonly number[] =>
  lanes.flatMap(({ dueAt }) => (dueAt === null ? [] : [Date.parse(dueAt)]));

/** All there is to see, what is due included, with a little air. */
function wholeOf(timeline: Timeline, at: number): Span {
  const due = dueTimes(timeline);
  const from = Math.min(Date.parse(timeline.from), ...due);
  const to = Math.max(Date.parse(timeline.to), at, from + 1_000, ...due);
  const air = (to - from) * PAD_SHARE;
  return { from: from - air, to: to + air };
}

const WAITS: ReadonlySet<BarState> = new Set(["waiting", "retrying", "throttled"]);

/** When something was done, as opposed to waited for, and when something is due. */
function busyOf(timeline: Timeline, at: number): readonly Span[] {
  const done = timeline.lanes.flatMap(({ bars }) =>
    bars
      .filter(({ state }) => !WAITS.has(state))
      .map(({ from, to }) => ({ from: Date.parse(from), to: to === null ? at : Date.parse(to) })),
  );
  const busyMs = union(done).reduce((sum, { from, to }) => sum + to - from, 0);
  const length = Math.max(LEAST_PAD_MS, busyMs * BUSY_PAD_SHARE);
  const moments = [at, ...dueTimes(timeline)];
  return [...done, ...moments.map((moment) => ({ from: moment, to: moment }))].map(
    ({ from, to }) => ({ from: from - length, to: to + length }),
  );
}

function shownOf(whole: Span): Span {
  const from = Number(query.value.get("from") ?? Number.NaN);
  const to = Number(query.value.get("to") ?? Number.NaN);
  return Number.isFinite(from) && Number.isFinite(to) && from < to ? { from, to } : whole;
}

/** The bar after the chosen one, or before it; null where there is none. */
function neighbour(bars: readonly TimelineBar[], chosen: string, key: string): string | null {
  const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[key];
  if (by === undefined) return null;
  const next = bars[bars.findIndex((bar) => barKey(bar) === chosen) + by];
  return next === undefined ? null : barKey(next);
}

type DrawingProps = {
  laid: readonly LaneLayout[];
  height: number;
  width: number;
  scale: Scale;
  chosen: string;
  onChoose: (key: string) => void;
};

function Drawing({ laid, height, width, scale, chosen, onChoose }: DrawingProps): VNode {
  return html`<svg width=${width} height=${height} viewBox="0 0 ${width} ${height}"
    role="presentation">
    <${Patterns} />
    <${Axis} scale=${scale} zone=${zoneName(zone.value)} height=${height} />
    ${laid.map(
      (layout) => html`<${Lane} key=${layout.lane.name} layout=${layout} scale=${scale}
        width=${width} chosen=${chosen} onChoose=${onChoose} />`,
    )}
    <${NowLine} x=${scale.x(now.value)} height=${height} />
  </svg>`;
}

function Chart({ timeline }: { timeline: Timeline }): VNode {
  const [box, width] = useWidth();
  const [pointed, point] = useState("");
  const at = now.value;
  const whole = wholeOf(timeline, at);
  const isFolded = query.value.get("fold") !== "no";
  const scale = makeScale(shownOf(whole), width, isFolded ? busyOf(timeline, at) : null);
  const { laid, height } = layLanes(timeline.lanes, at, query.value.get("rows") === "all");
  const bars = laid.flatMap(({ packed }) => packed.placed.map(({ bar }) => bar));
  const chosen = pointed === "" ? (query.value.get("bar") ?? "") : pointed;
  const pick = (key: string): void => {
    point("");
    choose({ bar: key });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = neighbour(bars, chosen, event.key);
    if (next === null) return;
    event.preventDefault();
    pick(next);
  };
  return html`<div class="gantt">
    <${Tools} whole=${whole} shown=${shownOf(whole)} isFolded=${isFolded}
      hidden=${laid.reduce((sum, { hidden }) => sum + hidden, 0)} />
    <div class="gantt-body">
      <div class="lane-labels" style=${{ height: `${height}px` }}>
        ${laid.map((layout) => html`<${LaneLabel} key=${layout.lane.name} layout=${layout} />`)}
      </div>
      <div class="gantt-chart" ref=${box} tabindex="0" role="group" onKeyDown=${onKeyDown}
        aria-label="Attempts over time; arrow keys walk from bar to bar"
        onClick=${() => pointed !== "" && pick(pointed)} onPointerLeave=${() => point("")}>
        <${Drawing} laid=${laid} height=${height} width=${width} scale=${scale}
          chosen=${chosen} onChoose=${point} />
      </div>
    </div>
    <${Detail} bar=${bars.find((each) => barKey(each) === chosen) ?? null}
      batchId=${timeline.batchId} />
    <${Legend} states=${statesOf(bars)} />
    <details>
      <summary class="small">The same as a table</summary>
      <${BarTable} lanes=${timeline.lanes} batchId=${timeline.batchId} />
    </details>
  </div>`;
}

const statesOf = (bars: readonly TimelineBar[]): readonly BarState[] =>
  (Object.keys(BAR_LOOKS) as BarState[]).filter((state) => bars.some((bar) => bar.state === state));

export function Gantt({ timeline }: { timeline: Timeline }): VNode {
  return timeline.lanes.length === 0
    ? html`<p class="quiet">Nothing has been planned yet: lanes appear with the first phase.</p>`
    : html`<${Chart} timeline=${timeline} />`;
}
