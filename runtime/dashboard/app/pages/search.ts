/** Members and steps in all batches, found by key, status, kind of error and time. */
import type { VNode } from "preact";
import type { SearchHit, SearchPage } from "../../../contract/http/search.ts";
import type { MemberStatus, StepStatus } from "../../../contract/statuses.ts";
import { useResource } from "../api/resource.ts";
import { sentenceCase } from "../format/words.ts";
import { choose, query } from "../frame/navigation.ts";
import { withQuery } from "../frame/query.ts";
import { batchPath, memberPath } from "../frame/route.ts";
import { titled } from "../frame/title.ts";
import { html } from "../ui/html.ts";
import { Empty, Shown } from "../ui/states.ts";
import { memberLook, Pill, stepLook } from "../ui/statuses.ts";
import { Choice, Pager, Table } from "../ui/table.ts";
import { Ago } from "../ui/times.ts";

const STATUSES = [
  ["", "Any status"] as const,
  ...[
    "active",
    "removed",
    "failed",
    "pending",
    "dispatched",
    "polling",
    "succeeded",
    "poll_timeout",
    "rolled_back",
    "cancelled",
  ].map((status) => [status, sentenceCase(status)] as const),
];

const lookOf = ({ kind, status }: SearchHit) =>
  kind === "member" ? memberLook(status as MemberStatus) : stepLook(status as StepStatus);

function Row({ hit }: { hit: SearchHit }): VNode {
  const { batchId, memberId, memberKey, stepName, phaseName, errorMessage, errorClass } = hit;
  return html`<tr data-row tabindex="-1">
    <td>${
      memberId === null
        ? html`<a href=${batchPath(batchId)}>the batch</a>`
        : html`<a
      href=${memberPath(batchId, memberId)}>${memberKey ?? memberId}</a>`
    }</td>
    <td>${hit.runbookName} <a href=${batchPath(batchId)}>#${batchId}</a></td>
    <td>${stepName ?? html`<span class="quiet">–</span>`}${
      phaseName !== null &&
      html`<br /><span
      class="quiet small">${phaseName}</span>`
    }</td>
    <td><${Pill} look=${lookOf(hit)} /></td>
    <td class="grow">${
      errorClass !== null &&
      html`<span class="tag">${errorClass}
      </span> `
    }${errorMessage}</td>
    <td><${Ago} at=${hit.at} /></td>
  </tr>`;
}

const HEADS = ["Member", "Batch", "Step", "Status", "Error", "Changed"];

function Hits({ page }: { page: SearchPage }): VNode {
  if (page.items.length === 0) {
    return html`<${Empty} icon="search" title="Nothing fits">
      <p>A member is found by how its key begins. <a href="/search">Begin again</a>.</p>
    <//>`;
  }
  return html`<div class="stack">
    <${Table} label="Found" heads=${HEADS}>${page.items.map(
      (hit, at) => html`<${Row} key=${at}
      hit=${hit} />`,
    )}<//>
    <${Pager} page=${page} what="found" />
  </div>`;
}

/** A field of the address's query that is read when one leaves it or presses Enter. */
function Field({ name, label }: { name: string; label: string }): VNode {
  const onChange = (event: Event): void =>
    choose({ [name]: (event.target as HTMLInputElement).value.trim(), cursor: null }, "push");
  return html`<label>${label}<input value=${query.value.get(name) ?? ""} onChange=${onChange} />
    </label>`;
}

export function Search(): VNode {
  titled("Search");
  const words = query.value;
  const asked = ["q", "status", "errorClass", "runbook"].some((name) => words.get(name) !== null);
  const hits = useResource<SearchPage>(
    asked
      ? withQuery("/api/search", {
          member: words.get("q"),
          status: words.get("status"),
          errorClass: words.get("errorClass"),
          runbookName: words.get("runbook"),
          cursor: words.get("cursor"),
        })
      : null,
  );
  const onStatus = (status: string): void => choose({ status, cursor: null }, "push");
  return html`<div class="stack">
    <div class="head"><div><h1 tabindex="-1">Search</h1>
      <p class="quiet">Members and their steps, in all batches.</p></div></div>
    <section class="card" aria-label="Search">
      <div class="filters"><${Field} name="q" label="Member begins with" />
        <${Choice} name="status" label="Status" options=${STATUSES} onChoose=${onStatus} />
        <${Field} name="errorClass" label="Kind of error" /><${Field} name="runbook"
          label="Runbook" /></div>
      ${
        asked
          ? html`<${Shown} of=${hits} lines=${6}>${(page: SearchPage) => html`<${Hits}
            page=${page} />`}<//>`
          : html`<${Empty} icon="search" title="Whom do you look for?">
            <p>Begin with a member's key, a status or a kind of error.
            ${" "}<kbd>/</kbd> brings you to the field above from everywhere.</p><//>`
      }
    </section>
  </div>`;
}
