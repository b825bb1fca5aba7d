/** The few signs of the dashboard, drawn on a grid of 16. Each stands beside a word. */
import type { VNode } from "preact";
import { html } from "./html.ts";

const PATHS = {
  overview: "M2 2h5v6H2zM9 2h5v4H9zM9 8h5v6H9zM2 10h5v4H2z",
  batches: "M2 4h12M2 8h12M2 12h7M12 10.5v4M10 12.5h4",
  runbooks: "M4 2h7l2 2v10H4zM6 6h5M6 9h5M6 12h3",
  incidents: "M8 2l6.5 11.5h-13zM8 6.5v3.2M8 11.6v.4",
  search: "M7 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zM10.3 10.3L14 14",
  workers: "M3 5h10v8H3zM6 5V2.5h4V5M6 9h.1M10 9h.1",
  tenant: "M2.5 14V5L8 2l5.5 3v9zM6 14v-4h4v4M5.5 7h.1M10.5 7h.1",
  reference: "M5 4L1.5 8 5 12M11 4l3.5 4-3.5 4M9.2 2.5l-2.4 11",
  done: "M3 8.5l3.2 3.2L13 5",
  failed: "M4 4l8 8M12 4l-8 8",
  running: "M5 3.2v9.6L13 8z",
  waiting: "M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2zM8 4.8V8l2.2 1.6",
  polling: "M13 8a5 5 0 1 1-1.6-3.7M13 2.2v3h-3",
  throttled: "M2.5 5h7M2.5 8h11M2.5 11h4M12 3v4M10 11h4",
  paused: "M5.5 3v10M10.5 3v10",
  skipped: "M3 3.5v9L9 8zM12 3.5v9",
  attention: "M8 2.5v7M8 12.4v.6",
  rolledBack: "M3 6h6.5a3.5 3.5 0 1 1 0 7H6M3 6l3-3M3 6l3 3",
  light:
    "M8 5a3 3 0 1 1 0 6 3 3 0 0 1 0-6zM8 1v1.6M8 13.4V15M1 8h1.6M13.4 8H15" +
    "M3 3l1.2 1.2M11.8 11.8L13 13M13 3l-1.2 1.2M4.2 11.8L3 13",
  dark: "M13 9.6A5.6 5.6 0 1 1 6.4 3a4.6 4.6 0 0 0 6.6 6.6z",
  system: "M2 3h12v8H2zM6 14h4M8 11v3",
  clock: "M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2zM8 4.8V8l2.2 1.6",
  copy: "M5.5 5.5h8v8h-8zM3 10.5V2.5h8",
  live:
    "M8 6.6a1.4 1.4 0 1 1 0 2.8 1.4 1.4 0 0 1 0-2.8zM4.8 11.2a4.5 4.5 0 0 1 0-6.4" +
    "M11.2 4.8a4.5 4.5 0 0 1 0 6.4M2.6 13.4a7.6 7.6 0 0 1 0-10.8M13.4 2.6a7.6 7.6 0 0 1 0 10.8",
  offline: "M2 2l12 12M4.8 11.2a4.5 4.5 0 0 1-.6-5.6M11.2 4.8a4.5 4.5 0 0 1 .7 5.5",
  simulated: "M6 2h4M7 2v4L3 13h10L9 6V2M5 10h6",
  person: "M8 2.5a2.7 2.7 0 1 1 0 5.4 2.7 2.7 0 0 1 0-5.4zM3 14c.4-3 2.3-4.4 5-4.4s4.6 1.4 5 4.4",
  key: "M2 4.5h12v7H2zM4.5 7h.1M7 7h.1M9.5 7h.1M12 7h.1M5 9.5h6",
  arrow: "M3 8h10M9 4l4 4-4 4",
  plus: "M8 3v10M3 8h10",
  minus: "M3 8h10",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, size = 16 }: { name: IconName; size?: number }): VNode {
  return html`<svg class="icon" width=${size} height=${size} viewBox="0 0 16 16"
    aria-hidden="true">
    <path d=${PATHS[name]} />
  </svg>`;
}

/** The mark: some that go together, and one that sees to it. */
export function Mark(): VNode {
  return html`<svg class="mark" width="26" height="26" viewBox="0 0 26 26" aria-hidden="true">
    <rect width="26" height="26" rx="7" />
    <circle cx="8" cy="9" r="2" /><circle cx="8" cy="17" r="2" /><circle cx="14" cy="13" r="2" />
    <path d="M18.5 7.5L21 13l-2.5 5.5" />
  </svg>`;
}
