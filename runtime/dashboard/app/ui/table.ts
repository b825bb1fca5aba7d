/** Lists from the server, page by page; where a page begins stands in the address. */
import type { ComponentChildren, VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { numberText } from "../format/words.ts";
import { hrefWith, query } from "../frame/navigation.ts";
import { html } from "./html.ts";

export function Table(props: {
  label: string;
  heads: readonly ComponentChildren[];
  children: ComponentChildren;
}): VNode {
  const table = useRef<HTMLTableElement>(null);
  // On a telephone each cell tells its column.
  useEffect(() => {
    const [heads, ...rows] = table.current?.rows ?? [];
    for (const cell of rows.flatMap((row) => [...row.cells]))
      cell.dataset["head"] = heads?.cells[cell.cellIndex]?.textContent ?? "";
  });
  return html`<div class="scroll" tabindex="0" role="group" aria-label=${props.label}>
    <table ref=${table}>
      <thead><tr>${props.heads.map((head, at) => html`<th key=${at} scope="col">${head}</th>`)}
        </tr></thead>
      <tbody>${props.children}</tbody>
    </table>
  </div>`;
}

type Page = {
  readonly items: readonly unknown[];
  readonly nextCursor: string | null;
  readonly total: number | null;
  readonly totalIsCapped: boolean;
};

export function Pager({ page, what }: { page: Page; what: string }): VNode {
  const isFirst = query.value.get("cursor") === null;
  const shown = numberText(page.items.length);
  const more = page.totalIsCapped ? "more than " : "";
  const of = page.total === null ? "" : ` of ${more}${numberText(page.total)}`;
  return html`<nav class="spread" aria-label="Pages of ${what}">
    <span class="quiet small num">Showing ${shown}${of} ${what}</span>
    <span class="line">
      ${
        !isFirst &&
        html`<a class="button little"
        href=${hrefWith({ cursor: null })}>First page</a>`
      }
      ${
        page.nextCursor !== null &&
        html`<a class="button little"
        href=${hrefWith({ cursor: page.nextCursor })}>Next page</a>`
      }
    </span>
  </nav>`;
}

/** A choice of the address's query; choosing begins again at the first page. */
export function Choice(props: {
  name: string;
  label: string;
  options: readonly (readonly [value: string, word: string])[];
  onChoose: (value: string) => void;
}): VNode {
  const chosen = query.value.get(props.name) ?? "";
  const onChange = (event: Event): void =>
    props.onChoose((event.target as HTMLSelectElement).value);
  return html`<label>${props.label}
    <select value=${chosen} onChange=${onChange}>
      ${props.options.map(
        ([value, word]) => html`<option key=${value} value=${value} selected=${value === chosen}>
          ${word}</option>`,
      )}
    </select>
  </label>`;
}
