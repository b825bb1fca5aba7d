/** The axis of the chart: round instants, folds where nothing happened, and the present. */
import type { VNode } from "preact";
import { DAY_MS, durationText, ticks, tickText } from "../format/times.ts";
import { html } from "../ui/html.ts";
import type { Scale, Segment } from "./scale.ts";

const PX_PER_TICK = 110;
/** Half of a label: nearer to an edge it would lie on what is written beyond. */
const LABEL_PX = 30;

const anchorOf = (x: number, { x0, x1 }: Segment): string =>
  x - x0 < LABEL_PX ? "start" : x1 - x < LABEL_PX ? "end" : "middle";

type TicksProps = { segment: Segment; zone: string; height: number; isLong: boolean };

function Ticks({ segment, zone, height, isLong }: TicksProps): VNode {
  const px = segment.x1 - segment.x0;
  const most = Math.floor(px / PX_PER_TICK);
  const span = segment.to - segment.from;
  const round = most < 1 ? [] : ticks(segment.from, segment.to, most);
  // A busy moment without a round instant in it still says when it was.
  const marks = round.length === 0 && px > 2 * LABEL_PX ? [segment.from] : round;
  return html`<g>
    ${marks.map((at) => {
      const x = segment.x0 + ((at - segment.from) / span) * px;
      return html`<g key=${at}>
        <line class="grid" x1=${x} x2=${x} y1="18" y2=${height} />
        <text class="tick" x=${x} y="12" style=${{ textAnchor: anchorOf(x, segment) }}>
          ${tickText(at, span, zone, isLong)}</text>
      </g>`;
    })}
  </g>`;
}

/** A torn stretch with how long it was. */
function Fold({ segment, height }: { segment: Segment; height: number }): VNode {
  const { x0, x1, from, to } = segment;
  const middle = (x0 + x1) / 2;
  return html`<g class="fold">
    <rect x=${x0 + 2} y="18" width=${Math.max(0, x1 - x0 - 4)} height=${height - 18} />
    <text class="tick" x=${middle} y="12">${shortly(to - from)}</text>
    <title>Nothing happened for ${durationText(to - from)}</title>
  </g>`;
}

const shortly = (ms: number): string => durationText(ms).split(" ").slice(0, 2).join(" ");

export function Axis(props: { scale: Scale; zone: string; height: number }): VNode {
  const { scale, zone, height } = props;
  const [first, last] = [scale.segments[0], scale.segments.at(-1)];
  const isLong = first !== undefined && last !== undefined && last.to - first.from > DAY_MS;
  return html`<g aria-hidden="true">
    ${scale.segments.map((segment) =>
      segment.isFolded
        ? html`<${Fold} key=${segment.from} segment=${segment} height=${height} />`
        : html`<${Ticks} key=${segment.from} segment=${segment} zone=${zone} height=${height}
            isLong=${isLong} />`,
    )}
  </g>`;
}

export function NowLine({ x, height }: { x: number; height: number }): VNode {
  return html`<g class="now" aria-hidden="true">
    <line x1=${x} x2=${x} y1="16" y2=${height} /><path d="M${x - 5} 16h10l-5 6z" />
    <title>Now</title>
  </g>`;
}
