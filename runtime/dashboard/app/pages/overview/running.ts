/** Batches under way. */
import type { VNode } from "preact";
import type { Overview } from "../../../../contract/http/overview.ts";
import { counted } from "../../format/words.ts";
import { batchPath } from "../../frame/route.ts";
import { html } from "../../ui/html.ts";
import { Progress } from "../../ui/progress.ts";
import { Empty } from "../../ui/states.ts";
import { batchLook, Pill } from "../../ui/statuses.ts";
import { Ago } from "../../ui/times.ts";

type RunningBatch = Overview["running"][number];

function Item({ batch }: { batch: RunningBatch }): VNode {
  const { id, runbookName, progress, currentPhase, isManual, batchStartTime, memberCounts } = batch;
  return html`<li data-row tabindex="-1" class="tight">
    <div class="spread">
      <span class="line"><a href=${batchPath(id)}><b>${runbookName}</b> #${id}</a>
        <${Pill} look=${batchLook(batch)} />
        ${
          batch.needsAttention &&
          html`<${Pill} look=${{ word: "Needs attention", icon: "attention", tone: "warn" }} />`
        }
      </span>
      <span class="quiet small">${currentPhase !== null && html`in <b>${currentPhase}</b> · `}
        ${isManual ? "by hand" : html`cut-over <${Ago} at=${batchStartTime} />`}</span>
    </div>
    ${
      progress.total > 0 &&
      html`<${Progress} total=${progress.total} done=${progress.done - progress.failed}
      broken=${progress.failed} />`
    }
    <span class="quiet small num">${counted(memberCounts.active + memberCounts.failed, "member")}
      ${progress.total === 0 && ", no phase has begun"}
      ${
        memberCounts.failed > 0 &&
        html`, <a href=${`${batchPath(id)}?tab=failures`}>${memberCounts.failed} failed: read
        why</a>`
      }</span>
  </li>`;
}

const NOTHING = { total: 0, done: 0, failed: 0 };

export function Running({ overview }: { overview: Overview }): VNode {
  const { running, runningCount, notBegun, notBegunCount } = overview;
  return html`<section class="card" aria-labelledby="running">
    <div class="spread"><h2 id="running">Running now</h2>
      <a class="small" href="/batches">All batches</a></div>
    ${
      running.length === 0
        ? html`<${Empty} icon="batches" title="Nothing runs at present">
          <p>Switch on the automation of <a
            href="/runbooks">a runbook</a>, or <a
            href="/batches?new=*">create a batch by hand</a>.</p>
        <//>`
        : html`<ul class="list">
          ${running.map((batch) => html`<${Item} key=${batch.id} batch=${batch} />`)}
        </ul>`
    }
    ${
      runningCount > running.length &&
      html`<p class="quiet small">The newest ${running.length} of ${runningCount}.</p>`
    }
    ${
      notBegunCount > 0 &&
      html`<h3>Not begun: ${notBegunCount}</h3><ul class="list">
        ${notBegun.map(
          (batch) => html`<${Item} key=${batch.id} batch=${{ ...batch, progress: NOTHING }} />`,
        )}</ul>`
    }
  </section>`;
}
