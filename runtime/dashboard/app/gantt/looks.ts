/** How each state of a bar looks and what it is called: filling, outline, sign and word differ,
 *  not colour alone. */
import type { VNode } from "preact";
import type { TimelineBar } from "../../../contract/http/timeline.ts";
import { html } from "../ui/html.ts";
import { Icon, type IconName } from "../ui/icons.ts";

export type BarState = TimelineBar["state"];

export const BAR_LOOKS: Readonly<Record<BarState, { word: string; icon: IconName }>> = {
  waiting: { word: "Waiting", icon: "waiting" },
  throttled: { word: "Throttled", icon: "throttled" },
  running: { word: "Running", icon: "running" },
  polling: { word: "Polling", icon: "polling" },
  retrying: { word: "Waits to retry", icon: "polling" },
  succeeded: { word: "Succeeded", icon: "done" },
  skipped: { word: "Skipped", icon: "skipped" },
  failed: { word: "Failed", icon: "failed" },
  "timed-out": { word: "Timed out", icon: "failed" },
  "rolled-back": { word: "Rolled back", icon: "rolledBack" },
  cancelled: { word: "Cancelled", icon: "skipped" },
};

/** Fillings that a colour alone could not tell apart. */
export function Patterns(): VNode {
  return html`<defs>
    <pattern id="p-throttled" width="6" height="6" patternUnits="userSpaceOnUse">
      <path class="p-warn" d="M0 6L6 0M-1 1L1 -1M5 7L7 5" />
    </pattern>
    <pattern id="p-polling" width="5" height="5" patternUnits="userSpaceOnUse">
      <circle class="p-poll" cx="2.5" cy="2.5" r="1.4" />
    </pattern>
    <pattern id="p-retrying" width="5" height="8" patternUnits="userSpaceOnUse">
      <path class="p-warn" d="M2.5 0V8" />
    </pattern>
    <pattern id="p-running" width="8" height="8" patternUnits="userSpaceOnUse">
      <rect class="p-run-ground" width="8" height="8" /><path class="p-run" d="M2 0L6 4L2 8" />
    </pattern>
  </defs>`;
}

/** Which states the legend explains: those on show. */
export function Legend({ states }: { states: readonly BarState[] }): VNode {
  return html`<ul class="legend" aria-label="What the bars mean">
    ${states.map(
      (state) => html`<li key=${state}>
        <svg width="26" height="12" aria-hidden="true">
          <rect class="bar ${state}" x="1" y="1" width="24" height="10" rx="3" />
        </svg>
        <${Icon} name=${BAR_LOOKS[state].icon} size=${12} />${BAR_LOOKS[state].word}
      </li>`,
    )}
  </ul>`;
}
