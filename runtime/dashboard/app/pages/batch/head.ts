/** The head of a batch's page: what it is, how it stands, and what one can do about it. */
import type { VNode } from "preact";
import type { BatchDetail } from "../../../../contract/http/batches.ts";
import { counted } from "../../format/words.ts";
import { withQuery } from "../../frame/query.ts";
import { runbookPath } from "../../frame/route.ts";
import { batchOrders } from "../../orders/batch-orders.ts";
import { OrderButton } from "../../orders/order-button.ts";
import { html } from "../../ui/html.ts";
import { Icon } from "../../ui/icons.ts";
import { Progress } from "../../ui/progress.ts";
import { batchLook, Pill } from "../../ui/statuses.ts";
import { Ago, At, Lasted } from "../../ui/times.ts";

const OUTCOMES = { all: "everybody arrived", partial: "some arrived", none: "nobody arrived" };

/** Members through phases; in a phase that has not begun, everybody is still to come, and who comes
 *  late to one that has ended is not in its total. */
function progressOf({ phases, memberCounts }: BatchDetail) {
  const live = phases.filter(({ status }) => status !== "superseded" && status !== "skipped");
  const sums = { total: 0, done: 0, broken: 0 };
  for (const { status, memberCounts: counts } of live) {
    const { through, lost } = counts;
    sums.total +=
      status === "pending" ? memberCounts.active : Math.max(counts.total, through + lost);
    sums.done += through;
    sums.broken += lost;
  }
  return sums;
}

function endOf({ status, phases, cancelledAt }: BatchDetail): string | null {
  if (status !== "completed" && status !== "failed") return null;
  const ends = phases.flatMap(({ completedAt }) => (completedAt === null ? [] : [completedAt]));
  return ends.sort().at(-1) ?? cancelledAt;
}

const membersText = ({ memberCounts: { active, failed, removed } }: BatchDetail): string =>
  `${counted(active, "active member")}, ${failed} failed, ${removed} removed`;

function Facts({ batch }: { batch: BatchDetail }): VNode {
  const { createdBy, cancelledBy, cancelledAt } = batch;
  return html`<dl class="facts">
    <dt>Cut-over</dt>
    <dd>${
      batch.isManual
        ? "begun by hand, phase by phase"
        : html`<${At}
      at=${batch.batchStartTime} /> (<${Ago} at=${batch.batchStartTime} />)`
    }</dd>
    <dt>Begun</dt><dd><${At} at=${batch.detectedAt} /> by ${createdBy ?? "its runbook"},
      lasting <${Lasted} from=${batch.detectedAt} to=${endOf(batch)} /></dd>
    ${
      cancelledBy !== null &&
      html`<dt>Cancelled</dt><dd><${At}
      at=${cancelledAt} /> by ${cancelledBy}</dd>`
    }
    <dt>Members</dt><dd>${membersText(batch)}</dd>
    <dt>Members through phases</dt><dd><${Progress} ...${progressOf(batch)} /></dd>
  </dl>`;
}

export function BatchHead({ batch, etag }: { batch: BatchDetail; etag: string | null }): VNode {
  const { id, runbookName, runbookVersion, outcome } = batch;
  return html`<div class="stack">
    <div class="head">
      <div>
        <nav class="crumbs" aria-label="Where you are"><a href="/batches">Batches</a> / #${id}
          </nav>
        <h1 tabindex="-1">${runbookName} #${id}</h1>
        <div class="line">
          <${Pill} look=${batchLook(batch)} />
          ${
            batch.needsAttention &&
            html`<${Pill}
            look=${{ word: "Needs attention", icon: "attention", tone: "warn" }} />`
          }
          ${outcome !== null && html`<span class="quiet small">${OUTCOMES[outcome]}</span>`}
          <a class="small"
            href=${withQuery(runbookPath(runbookName), { v: runbookVersion })}>
            Runbook version ${runbookVersion}</a>
        </div>
      </div>
      <div class="line">
        ${batchOrders(batch, etag).map(
          (order, at) => html`<${OrderButton} key=${order.word} order=${order}
          isMain=${at === 0 && (batch.isManual || batch.memberCounts.failed > 0)} />`,
        )}
        <a class="button" href=${`/api/batches/${id}/export`} download>
          <${Icon} name="arrow" size=${14} />Export CSV</a>
      </div>
    </div>
    <section class="card flat" aria-label="Facts"><${Facts} batch=${batch} /></section>
  </div>`;
}
