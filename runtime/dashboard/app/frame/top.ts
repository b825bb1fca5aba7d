/** Above every page: which installation this is, a field to search, and whether the page is
 *  live. */
import type { VNode } from "preact";
import { connection, isPaused, resume } from "../api/live.ts";
import { html } from "../ui/html.ts";
import { Icon } from "../ui/icons.ts";
import { go, query, route } from "./navigation.ts";
import { withQuery } from "./query.ts";
import { environment, me } from "./session.ts";

export function Banner(): VNode | null {
  const where = environment.value;
  if (where === null) return null;
  const speed = where.speed > 1 ? ` · time runs up to ${where.speed} times as fast` : "";
  return where.simulated
    ? html`<aside class="banner" aria-label="Installation"><${Icon} name="simulated" size=${14} />
        <span>Simulated tenant — nothing leaves this machine${speed}</span></aside>`
    : html`<aside class="banner real" aria-label="Installation"><${Icon} name="attention"
      size=${14} />
        <span><b>${where.name}</b> — what you do here changes real accounts</span></aside>`;
}

function Find(): VNode {
  const onSubmit = (event: Event): void => {
    event.preventDefault();
    const field = (event.target as HTMLFormElement).elements.namedItem("q");
    if (field instanceof HTMLInputElement) go(withQuery("/search", { q: field.value.trim() }));
  };
  const asked = route.value.page === "search" ? (query.value.get("q") ?? "") : "";
  return html`<form role="search" onSubmit=${onSubmit}>
    <${Icon} name="search" />
    <input id="find" name="q" type="search" value=${asked} autocomplete="off"
      aria-label="Find members in all batches" placeholder="Find a member…" />
    <kbd aria-hidden="true">/</kbd>
  </form>`;
}

const WORDS = {
  connecting: "Connecting…",
  live: "Live",
  polling: "Asking every 2 s",
  refused: "Not live",
} as const;

function Liveness(): VNode {
  const state = connection.value;
  if (isPaused.value) {
    return html`<button class="chip off" onClick=${resume}>
      <${Icon} name="paused" size=${13} />Paused<span class="unseen">. Go on</span>
    </button>`;
  }
  return html`<button class="chip ${state === "live" ? "on" : "off"}"
    title="Pause live updates (p)" onClick=${() => {
      isPaused.value = true;
    }}>
    <${Icon} name=${state === "live" ? "live" : "offline"} size=${13} />${WORDS[state]}
    <span class="unseen">. Pause</span>
  </button>`;
}

export function Top(): VNode {
  return html`<section class="top" aria-label="Find and follow">
    <${Find} />
    <div class="top-right">${me.value !== "signed-out" && html`<${Liveness} />`}</div>
  </section>`;
}
