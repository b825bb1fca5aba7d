/** All batches, the newest first. */
import type { VNode } from "preact";
import type { BatchPage, BatchSummary } from "../../../contract/http/batches.ts";
import type { RunbookSummary } from "../../../contract/http/runbooks.ts";
import type { BATCH_STATUSES } from "../../../contract/statuses.ts";
import { useResource } from "../api/resource.ts";
import { choose, hrefWith, query } from "../frame/navigation.ts";
import { withQuery } from "../frame/query.ts";
import { batchPath, runbookPath } from "../frame/route.ts";
import { titled } from "../frame/title.ts";
import { html } from "../ui/html.ts";
import { Icon } from "../ui/icons.ts";
import { Empty, Shown } from "../ui/states.ts";
import { batchLook, Pill } from "../ui/statuses.ts";
import { Choice, Pager, Table } from "../ui/table.ts";
import { Ago } from "../ui/times.ts";
import { CreateBatch } from "./runbook/create-batch.ts";

const STATUSES: readonly (readonly [(typeof BATCH_STATUSES)[number] | "", string])[] = [
  ["", "Any status"],
  ["detected", "Not begun"],
  ["init_dispatched", "Starting"],
  ["active", "Running"],
  ["completed", "Completed"],
  ["failed", "Failed"],
];

function Row({ batch }: { batch: BatchSummary }): VNode {
  const { id, runbookName, runbookVersion, memberCounts } = batch;
  return html`<tr data-row tabindex="-1">
    <td><a href=${batchPath(id)}>#${id}</a></td>
    <td><a href=${runbookPath(runbookName)}>${runbookName}</a> <span
      class="quiet">v${runbookVersion}</span></td>
    <td><span class="line tight-line"><${Pill} look=${batchLook(batch)} />
      ${
        batch.needsAttention &&
        html`<${Pill}
        look=${{ word: "Needs attention", icon: "attention", tone: "warn" }} />`
      }
    </span></td>
    <td>${batch.currentPhase ?? html`<span class="quiet">–</span>`}</td>
    <td class="num">${memberCounts.active + memberCounts.failed}${
      memberCounts.failed > 0 &&
      html` <span class="bad-text">(${memberCounts.failed} failed)</span>`
    }</td>
    <td>${batch.isManual ? "By hand" : html`<${Ago} at=${batch.batchStartTime} />`}</td>
    <td><${Ago} at=${batch.detectedAt} /></td>
  </tr>`;
}

const NONE = html`<${Empty} icon="batches" title="No batch fits">
  <p>A batch appears when a runbook's automation finds members, or when you <a
    href="/batches?new=*">create one by hand</a>. <a href="/batches">Show all batches</a>.</p>
<//>`;

/** Which runbook is meant stands in the address; `*` before one was chosen. */
const UNCHOSEN = "*";

function NewBatch({ of }: { of: string }): VNode {
  const runbooks = useResource<{ items: readonly RunbookSummary[] }>("/api/runbooks");
  const names = runbooks.state === "ready" ? runbooks.value.items.map(({ name }) => name) : [];
  return html`<section class="card" aria-labelledby="new">
    <div class="spread"><h2 id="new">New batch</h2>
      <a class="button little" href=${hrefWith({ new: null })}>Leave it</a></div>
    <div class="filters"><${Choice} name="new" label="Runbook"
      options=${[[UNCHOSEN, "Choose one"], ...names.map((name) => [name, name])]}
      onChoose=${(name: string) => choose({ new: name }, "push")} /></div>
    ${of !== UNCHOSEN && html`<${CreateBatch} key=${of} name=${of} />`}
  </section>`;
}

function List({ page }: { page: BatchPage }): VNode {
  if (page.items.length === 0) return NONE;
  const heads = ["Batch", "Runbook", "Status", "Phase", "Members", "Cut-over", "Found"];
  return html`<div class="stack">
    <${Table} label="Batches" heads=${heads}>
      ${page.items.map((batch) => html`<${Row} key=${batch.id} batch=${batch} />`)}
    <//>
    <${Pager} page=${page} what="batches" />
  </div>`;
}

export function Batches(): VNode {
  titled("Batches");
  const words = query.value;
  const chosen = words.get("new");
  const batches = useResource<BatchPage>(
    withQuery("/api/batches", {
      status: words.get("status"),
      runbookName: words.get("runbook"),
      isManual: words.get("manual"),
      cursor: words.get("cursor"),
    }),
  );
  const onStatus = (status: string): void => choose({ status, cursor: null }, "push");
  const onManual = (manual: string): void => choose({ manual, cursor: null }, "push");
  return html`<div class="stack">
    <div class="head"><h1 tabindex="-1">Batches</h1>
      ${
        chosen === null &&
        html`<a class="button main"
        href=${hrefWith({ new: words.get("runbook") ?? UNCHOSEN })}><${Icon} name="plus"
        size=${14} />New batch</a>`
      }
    </div>
    ${chosen !== null && html`<${NewBatch} of=${chosen} />`}
    <section class="card" aria-label="Batches">
      <div class="filters">
        <${Choice} name="status" label="Status" options=${STATUSES} onChoose=${onStatus} />
        <${Choice} name="manual" label="Begun" onChoose=${onManual}
          options=${[["", "Any way"], ["false", "By its time"], ["true", "By hand"]]} />
        ${
          words.get("runbook") !== null &&
          html`<span class="chip">
          Runbook ${words.get("runbook")} <a href="/batches">Show all</a></span>`
        }
      </div>
      <${Shown} of=${batches} lines=${8}>${(page: BatchPage) => html`<${List} page=${page} />`}<//>
    </section>
  </div>`;
}
