/** Parts of a page side by side, as links: which one is open stands in the address. */
import type { VNode } from "preact";
import { hrefWith, query } from "../frame/navigation.ts";
import type { Query } from "../frame/query.ts";
import { html } from "./html.ts";

export type Tab = { readonly id: string; readonly word: string; readonly count?: number };

export const openTab = (tabs: readonly Tab[]): string =>
  tabs.find(({ id }) => id === query.value.get("tab"))?.id ?? tabs[0]?.id ?? "";

/** `forget`: words of the query that mean nothing in another tab. */
export function Tabs(props: { label: string; tabs: readonly Tab[]; forget?: Query }): VNode {
  const open = openTab(props.tabs);
  const word = props.tabs.find(({ id }) => id === open)?.word;
  return html`<div><h2 class="unseen">${word}</h2><nav class="tabs" aria-label=${props.label}>
    ${props.tabs.map(({ id, word, count = 0 }, at) => {
      const href = hrefWith({ ...props.forget, tab: at === 0 ? null : id });
      return html`<a key=${id} href=${href} aria-current=${id === open ? "page" : undefined}>
        ${word}${count > 0 && html`<span class="tag num">${count}</span>`}
      </a>`;
    })}
  </nav></div>`;
}
