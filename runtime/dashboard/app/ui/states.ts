/** What stands where there is nothing to show yet: each says why and what to do next. */
import type { ComponentChildren, VNode } from "preact";
import type { Problem } from "../api/request.ts";
import { askAgain, type Loaded } from "../api/resource.ts";
import { html } from "./html.ts";
import { Icon, type IconName } from "./icons.ts";

export function Empty(props: {
  icon: IconName;
  title: string;
  children?: ComponentChildren;
}): VNode {
  return html`<div class="empty">
    <span class="empty-icon"><${Icon} name=${props.icon} size=${28} /></span>
    <p class="empty-title">${props.title}</p>
    <div class="quiet">${props.children}</div>
  </div>`;
}

/** Bars where lines will stand: the page does not jump when they come. */
export function Skeleton({ lines = 4 }: { lines?: number }): VNode {
  return html`<div class="skeleton" role="status" aria-label="Loading">
    ${Array.from({ length: lines }, (_, at) => html`<span key=${at} class="bone"></span>`)}
  </div>`;
}

const SIGN_IN = html`<p>
  Open the one-time link that <code>npm start</code> printed, or run <code>npx drover open</code>
  for a new one: it signs this browser in.
</p>`;

const TITLES: Readonly<Record<number, string>> = {
  401: "You are not signed in",
  403: "Your role does not allow this",
  404: "There is nothing here",
};

const NEXT: Readonly<Record<number, VNode>> = {
  401: SIGN_IN,
  403: html`<p>Ask somebody with the role Admin to do it, or to give you the role.</p>`,
  404: html`<p>It may have been removed. <a href="/">Go to the overview</a>.</p>`,
};

export function Failed({ problem }: { problem: Problem }): VNode {
  const { status, title, detail, correlationId } = problem;
  return html`<div class="empty failed-state" role="alert">
    <span class="empty-icon"><${Icon} name=${status === 0 ? "offline" : "incidents"} size=${28} />
      </span>
    <p class="empty-title">${TITLES[status] ?? title}</p>
    <p class="quiet">${detail}</p>
    ${NEXT[status] ?? html`<p><button class="button" onClick=${askAgain}>Try again</button></p>`}
    ${
      correlationId !== "" &&
      html`<p class="quiet small">Correlation id <code>${correlationId}
      </code></p>`
    }
  </div>`;
}

/** Shows what came, or what stands in its place. */
export function Shown<T>(props: {
  of: Loaded<T>;
  lines?: number;
  children: (value: T, etag: string | null) => ComponentChildren;
}): ComponentChildren {
  const { of, lines = 4, children } = props;
  if (of.state === "loading") return html`<${Skeleton} lines=${lines} />`;
  if (of.state === "failed") return html`<${Failed} problem=${of.problem} />`;
  return children(of.value, of.etag);
}
