/** What can go no further by itself. */
import type { VNode } from "preact";
import type { Attention } from "../../../../contract/http/attention.ts";
import type { Overview } from "../../../../contract/http/overview.ts";
import { sentenceCase } from "../../format/words.ts";
import { batchPath, runbookPath } from "../../frame/route.ts";
import { html } from "../../ui/html.ts";
import { Icon } from "../../ui/icons.ts";
import { Ago } from "../../ui/times.ts";

type FailingRunbook = Overview["failingRunbooks"][number];

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

function Source({ failing }: { failing: FailingRunbook }): VNode {
  const { runbookName, error, since } = failing;
  return html`<li class="tight" data-row tabindex="-1">
    <span>The source could not be read, or not all of it: ${error}</span>
    <span class="quiet small">
      <a href=${runbookPath(runbookName)}>${runbookName}</a>
      ${since !== null && html` · <${Ago} at=${since} />`}
    </span>
  </li>`;
}

type Props = { items: readonly Attention[]; failing: readonly FailingRunbook[] };

export function AttentionCard({ items, failing }: Props): VNode {
  const count = items.length + failing.length;
  return html`<section class="card ${count > 0 ? "warn" : ""}" id="attention"
    aria-labelledby="attention-head">
    <h2 id="attention-head">Needs attention</h2>
    ${
      count === 0
        ? html`<p class="line quiet"><${Icon} name="done" />Nothing waits for you.</p>`
        : html`<ul class="list">
          ${failing.map((each) => html`<${Source} key=${each.runbookName} failing=${each} />`)}
          ${items.map((item) => html`<${Item} key=${item.subject} item=${item} />`)}
        </ul>`
    }
  </section>`;
}
