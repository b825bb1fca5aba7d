/** The lanes of the chart with their bars; where each stands follows from the scale. */
import type { VNode } from "preact";
import type { TimelineLane } from "../../../contract/http/timeline.ts";
import { html } from "../ui/html.ts";
import { Icon } from "../ui/icons.ts";
import { phaseLook } from "../ui/statuses.ts";
import { BAR_LOOKS } from "./looks.ts";
import { barKey, type Packed, type Placed, packRows } from "./rows.ts";
import type { Scale } from "./scale.ts";

const ROW_PX = 12;
const BAR_PX = 9;
const HEAD_PX = 24;
const FOOT_PX = 8;
const ROWS_SHOWN = 14;
const ICON_FROM_PX = 16;

export type LaneLayout = {
  readonly lane: TimelineLane;
  readonly packed: Packed;
  readonly top: number;
  readonly height: number;
  readonly hidden: number;
};

const AXIS_PX = 22;

export function layLanes(
  lanes: readonly TimelineLane[],
  now: number,
  isWhole: boolean,
): { readonly laid: readonly LaneLayout[]; readonly height: number } {
  let top = AXIS_PX;
  const laid = lanes.map((lane): LaneLayout => {
    const packed = packRows(lane.bars, now);
    const rows = isWhole ? packed.rows : Math.min(packed.rows, ROWS_SHOWN);
    const hidden = packed.placed.filter(({ row }) => row >= rows).length;
    const height = HEAD_PX + Math.max(rows, 1) * ROW_PX + FOOT_PX;
    const layout = { lane, packed, top, height, hidden };
    top += height;
    return layout;
  });
  return { laid, height: top };
}

type BarProps = {
  placed: Placed;
  scale: Scale;
  top: number;
  isChosen: boolean;
  onChoose: (key: string) => void;
};

function Bar({ placed, scale, top, isChosen, onChoose }: BarProps): VNode {
  const { bar, row } = placed;
  const x = scale.x(placed.from);
  const width = Math.max(3, scale.x(placed.to) - x);
  const y = top + HEAD_PX + row * ROW_PX;
  const choose = (): void => onChoose(barKey(bar));
  const { word, icon } = BAR_LOOKS[bar.state];
  return html`<g class="attempt ${isChosen ? "chosen" : ""}" onPointerEnter=${choose}
    onClick=${choose}>
    <rect class="hit" x=${x - 1} y=${y - 1} width=${width + 2} height=${ROW_PX} />
    <rect class="bar ${bar.state}" x=${x} y=${y} width=${width} height=${BAR_PX} rx="3" />
    ${
      width >= ICON_FROM_PX &&
      html`<g class="sign ${bar.state}" transform="translate(${x + 3} ${y})">
      <${Icon} name=${icon} size=${BAR_PX} />
    </g>`
    }
    <title>${word}: ${bar.stepName}, ${bar.memberKey ?? "batch"}, attempt ${bar.attempt}</title>
  </g>`;
}

export function Lane(props: {
  layout: LaneLayout;
  scale: Scale;
  width: number;
  chosen: string;
  onChoose: (key: string) => void;
}): VNode {
  const { layout, scale, width, chosen, onChoose } = props;
  const { lane, packed, top, height } = layout;
  const due = lane.dueAt === null ? null : scale.x(Date.parse(lane.dueAt));
  const isSeen = ({ row, from, to }: Placed): boolean => {
    const first = scale.segments[0]?.from ?? 0;
    const last = scale.segments.at(-1)?.to ?? 0;
    return HEAD_PX + row * ROW_PX + ROW_PX <= height && to >= first && from <= last;
  };
  return html`<g>
    <line class="lane-edge" x1="0" x2=${width} y1=${top} y2=${top} />
    ${
      due !== null &&
      html`<g class="due" aria-hidden="true">
      <path d="M${due} ${top + 3}l5 5-5 5-5-5z" /><title>${lane.name} is due</title>
    </g>`
    }
    ${packed.placed.filter(isSeen).map(
      (placed) => html`<${Bar} key=${barKey(placed.bar)} placed=${placed} scale=${scale} top=${top}
        isChosen=${barKey(placed.bar) === chosen} onChoose=${onChoose} />`,
    )}
  </g>`;
}

/** What a lane is called and how it stands; beside the chart, so that it stays in view. */
export function LaneLabel({ layout }: { layout: LaneLayout }): VNode {
  const { lane, top, hidden } = layout;
  const look = lane.status === null ? null : phaseLook(lane.status);
  return html`<div class="lane-label" style=${{ top: `${top}px` }}>
    <span class="lane-name">${lane.name}</span>
    ${
      look !== null &&
      html`<span class="lane-state ${look.tone}-ink">
      <${Icon} name=${look.icon} size=${12} />${look.word}
    </span>`
    }
    ${hidden > 0 && html`<span class="quiet">+${hidden} bars</span>`}
  </div>`;
}
