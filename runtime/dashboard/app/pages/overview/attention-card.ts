/** What can go no further by itself. */
import type { VNode } from "preact";
import type { Attention } from "../../../../contract/http/attention.ts";
import { sentenceCase } from "../../format/words.ts";
import { batchPath } from "../../frame/route.ts";
import { html } from "../../ui/html.ts";
import { Icon } from "../../ui/icons.ts";
import { Ago } from "../../ui/times.ts";

function Item({ item }: { item: Attention }): VNode {
  return html`<li class="tight" data-row tabindex="-1">
    <span>${item.reason}</span>
    <span class="quiet small">
      ${
        item.batchId !== null &&
        html`<a href=${batchPath(item.batchId)}>Batch #${item.batchId}
        </a> · `
      }
      ${item.subject} · <${Ago} at=${item.openedAt} />
    </span>
    ${
      item.actions.length > 0 &&
      html`<span class="line">
      ${item.actions.map(
        (action) => html`<span key=${action} class="tag">${sentenceCase(action)}
        </span>`,
      )}
    </span>`
    }
  </li>`;
}

export function AttentionCard({ items }: { items: readonly Attention[] }): VNode {
  return html`<section class="card ${items.length > 0 ? "warn" : ""}" id="attention"
    aria-labelledby="attention-head">
    <h2 id="attention-head">Needs attention</h2>
    ${
      items.length === 0
        ? html`<p class="line quiet"><${Icon} name="done" />Nothing waits for you.</p>`
        : html`<ul class="list">
          ${items.map((item) => html`<${Item} key=${item.subject} item=${item} />`)}
        </ul>`
    }
  </section>`;
}
