/** Steps of a batch, narrowed by phase, kind and status. */
import type { VNode } from "preact";
import type { BatchDetail } from "../../../../contract/http/batches.ts";
import type { StepExecution, StepPage } from "../../../../contract/http/steps.ts";
import { useResource } from "../../api/resource.ts";
import { sentenceCase } from "../../format/words.ts";
import { choose, query } from "../../frame/navigation.ts";
import { withQuery } from "../../frame/query.ts";
import { memberPath } from "../../frame/route.ts";
import { html } from "../../ui/html.ts";
import { Empty, Shown } from "../../ui/states.ts";
import { Pill, stepLook } from "../../ui/statuses.ts";
import { Choice, Pager, Table } from "../../ui/table.ts";
import { Ago, Lasted } from "../../ui/times.ts";

const option = (value: string): readonly [string, string] => [value, sentenceCase(value)];

const STATUSES = [
  ["", "Any status"] as const,
  ...[
    "pending",
    "dispatched",
    "polling",
    "succeeded",
    "failed",
    "poll_timeout",
    "rolled_back",
    "cancelled",
  ].map(option),
];
const KINDS = [
  ["", "Any kind"] as const,
  ...["step", "init", "rollback", "removal", "finalize"].map(option),
];

function Row({ step }: { step: StepExecution }): VNode {
  const { memberId, memberKey, batchId, stepName, phaseName, kind, status, dispatchedAt } = step;
  return html`<tr data-row tabindex="-1">
    <td>${
      memberId === null
        ? html`<span class="quiet">the batch</span>`
        : html`<a
      href=${memberPath(batchId, memberId)}>${memberKey ?? memberId}</a>`
    }</td>
    <td>${stepName}<br /><span class="quiet small">${phaseName ?? kind}</span></td>
    <td><${Pill} look=${stepLook(status)} /></td>
    <td class="num">${step.retryCount + 1}</td>
    <td>${
      dispatchedAt === null
        ? html`<span class="quiet">–</span>`
        : html`<${Ago}
      at=${dispatchedAt} />`
    }</td>
    <td>${
      dispatchedAt === null
        ? ""
        : html`<${Lasted} from=${dispatchedAt}
      to=${step.completedAt} />`
    }</td>
    <td class="grow ${step.errorMessage === null ? "" : "bad-text"}">${step.errorMessage}</td>
  </tr>`;
}

const HEADS = ["Member", "Step", "Status", "Attempt", "Sent", "Lasted", "Error"];

function List({ page }: { page: StepPage }): VNode {
  if (page.items.length === 0) {
    return html`<${Empty} icon="search" title="No step fits">
      <p>Choose another phase, kind or status.</p><//>`;
  }
  return html`<div class="stack">
    <${Table} label="Steps" heads=${HEADS}>
      ${page.items.map((step) => html`<${Row} key=${`${step.kind}${step.id}`} step=${step} />`)}
    <//>
    <${Pager} page=${page} what="steps" />
  </div>`;
}

export function StepList({ batch }: { batch: BatchDetail }): VNode {
  const words = query.value;
  const steps = useResource<StepPage>(
    withQuery(`/api/batches/${batch.id}/steps`, {
      status: words.get("status"),
      kind: words.get("kind"),
      phaseName: words.get("phase"),
      cursor: words.get("cursor"),
      limit: 50,
    }),
  );
  const names = [...new Set(batch.phases.map(({ phaseName }) => phaseName))];
  const phases = [["", "Any phase"] as const, ...names.map((name) => [name, name] as const)];
  const on = (name: string) => (value: string) => choose({ [name]: value, cursor: null }, "push");
  return html`<div class="stack">
    <div class="filters">
      <${Choice} name="phase" label="Phase" options=${phases} onChoose=${on("phase")} />
      <${Choice} name="kind" label="Kind" options=${KINDS} onChoose=${on("kind")} />
      <${Choice} name="status" label="Status" options=${STATUSES} onChoose=${on("status")} />
    </div>
    <${Shown} of=${steps} lines=${8}>${(page: StepPage) => html`<${List} page=${page} />`}<//>
  </div>`;
}
