/** Looking closer: zoom, move, fold quiet time, show every row. */
import type { VNode } from "preact";
import { choose } from "../frame/navigation.ts";
import { html } from "../ui/html.ts";
import { Icon } from "../ui/icons.ts";
import { now } from "../ui/times.ts";
import { type Span, zoomed } from "./scale.ts";

const CLOSER = 0.5;
const FARTHER = 2;

function show({ from, to }: Span, whole: Span): void {
  const isWhole = from <= whole.from && to >= whole.to;
  choose(isWhole ? { from: null, to: null } : { from: Math.round(from), to: Math.round(to) });
}

function zoom(shown: Span, whole: Span, factor: number): void {
  const isNowSeen = now.value > shown.from && now.value < shown.to;
  show(zoomed(shown, whole, factor, isNowSeen ? now.value : (shown.from + shown.to) / 2), whole);
}

function move(shown: Span, whole: Span, share: number): void {
  const by = (shown.to - shown.from) * share;
  const kept = Math.max(whole.from - shown.from, Math.min(whole.to - shown.to, by));
  show({ from: shown.from + kept, to: shown.to + kept }, whole);
}

const Tool = (props: { word: string; text: string; onClick: () => void }): VNode =>
  html`<button class="button little" aria-label=${props.word} title=${props.word}
    onClick=${props.onClick}>${props.text}</button>`;

export function Tools(props: {
  whole: Span;
  shown: Span;
  isFolded: boolean;
  hidden: number;
}): VNode {
  const { whole, shown, isFolded, hidden } = props;
  return html`<div class="line gantt-tools" role="toolbar" aria-label="Timeline">
    <button class="button little" aria-label="Zoom in" title="Zoom in"
      onClick=${() => zoom(shown, whole, CLOSER)}><${Icon} name="plus" size=${12} /></button>
    <button class="button little" aria-label="Zoom out" title="Zoom out"
      onClick=${() => zoom(shown, whole, FARTHER)}><${Icon} name="minus" size=${12} /></button>
    <${Tool} word="Earlier" text="←" onClick=${() => move(shown, whole, -0.4)} />
    <${Tool} word="Later" text="→" onClick=${() => move(shown, whole, 0.4)} />
    <${Tool} word="Show all of it" text="All" onClick=${() => show(whole, whole)} />
    <label class="inline">
      <input type="checkbox" checked=${isFolded}
        onChange=${() => choose({ fold: isFolded ? "no" : null })} />Fold quiet time
    </label>
    ${
      hidden > 0 &&
      html`<button class="button little" onClick=${() => choose({ rows: "all" })}>
      Show ${hidden} more bars
    </button>`
    }
  </div>`;
}
