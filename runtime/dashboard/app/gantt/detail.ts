/** What the chosen bar is, in words; and all bars as a table for those who read tables. */
import type { VNode } from "preact";
import type { TimelineBar, TimelineLane } from "../../../contract/http/timeline.ts";
import { memberPath } from "../frame/route.ts";
import { html } from "../ui/html.ts";
import { Icon } from "../ui/icons.ts";
import { Ago, At, Lasted } from "../ui/times.ts";
import { BAR_LOOKS } from "./looks.ts";

function Who({ bar, batchId }: { bar: TimelineBar; batchId: number }): VNode {
  if (bar.memberId === null) return html`<span>the batch</span>`;
  return html`<a href=${memberPath(batchId, bar.memberId)}>${bar.memberKey ?? bar.memberId}</a>`;
}

const State = ({ bar }: { bar: TimelineBar }): VNode => {
  const { word, icon } = BAR_LOOKS[bar.state];
  return html`<span class="line tight-line"><${Icon} name=${icon} size=${13} />${word}</span>`;
};

export function Detail({ bar, batchId }: { bar: TimelineBar | null; batchId: number }): VNode {
  if (bar === null) {
    return html`<p class="quiet small" aria-live="polite">
      Point at a bar, or walk with the arrow keys, to see what it is.
    </p>`;
  }
  return html`<div class="bar-detail small" aria-live="polite">
    <b><${State} bar=${bar} /></b>
    <span><b>${bar.stepName}</b> for <${Who} bar=${bar} batchId=${batchId} /></span>
    <span class="quiet">attempt ${bar.attempt}</span>
    <span class="quiet">since <${At} at=${bar.from} />, <${Lasted} from=${bar.from}
      to=${bar.to} /></span>
    ${bar.note !== null && html`<span class="note">${bar.note}</span>`}
  </div>`;
}

const ROWS_MAX = 300;

export function BarTable({
  lanes,
  batchId,
}: {
  lanes: readonly TimelineLane[];
  batchId: number;
}): VNode {
  const all = lanes.flatMap((lane) => lane.bars.map((bar) => ({ lane, bar })));
  const rows = all.slice(0, ROWS_MAX);
  return html`<div class="scroll" tabindex="0" role="group" aria-label="Timeline as a table">
    <table>
      <thead><tr>
        <th>Lane</th><th>Step</th><th>Member</th><th>Attempt</th><th>State</th><th>Began</th>
        <th>Lasted</th><th>Note</th>
      </tr></thead>
      <tbody>
        ${rows.map(
          ({ lane, bar }, at) => html`<tr key=${at}>
            <td>${lane.name}</td><td>${bar.stepName}</td>
            <td><${Who} bar=${bar} batchId=${batchId} /></td><td class="num">${bar.attempt}</td>
            <td><${State} bar=${bar} /></td><td><${Ago} at=${bar.from} /></td>
            <td><${Lasted} from=${bar.from} to=${bar.to} /></td><td class="grow">${bar.note}</td>
          </tr>`,
        )}
      </tbody>
    </table>
    ${
      all.length > ROWS_MAX &&
      html`<p
      class="quiet small">The first ${ROWS_MAX} of ${all.length}.</p>`
    }
  </div>`;
}
