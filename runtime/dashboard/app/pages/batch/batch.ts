/** One batch: how it stands, its timeline, and below it members, failures, phases and events. */
import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import type { AttentionList } from "../../../../contract/http/attention.ts";
import type { BatchDetail } from "../../../../contract/http/batches.ts";
import type { Failures } from "../../../../contract/http/failures.ts";
import type { Timeline } from "../../../../contract/http/timeline.ts";
import { type Loaded, useResource } from "../../api/resource.ts";
import { titled } from "../../frame/title.ts";
import { Gantt } from "../../gantt/gantt.ts";
import { html } from "../../ui/html.ts";
import { Failed, Shown, Skeleton } from "../../ui/states.ts";
import { openTab, Tabs } from "../../ui/tabs.ts";
import { hearTime } from "../../ui/times.ts";
import { WhyCard } from "../../ui/why-card.ts";
import { AttentionCard } from "../overview/attention-card.ts";
import { EventList } from "./event-list.ts";
import { FailureList } from "./failure-list.ts";
import { BatchHead } from "./head.ts";
import { MemberList } from "./member-list.ts";
import { PhaseTable } from "./phase-table.ts";
import { StepList } from "./step-list.ts";

const FORGET = { status: null, cursor: null, phase: null, kind: null, type: null };

const tabsOf = (failures: Loaded<Failures>) => [
  { id: "members", word: "Members" },
  {
    id: "failures",
    word: "Failures",
    count: failures.state === "ready" ? failures.value.total : 0,
  },
  { id: "phases", word: "Phases" },
  { id: "steps", word: "Steps" },
  { id: "events", word: "Events" },
];

function TabBody({
  tab,
  batch,
  failures,
}: {
  tab: string;
  batch: BatchDetail;
  failures: Loaded<Failures>;
}): VNode {
  if (tab === "failures") return html`<${FailureList} failures=${failures} batchId=${batch.id} />`;
  if (tab === "phases") return html`<${PhaseTable} phases=${batch.phases} batchId=${batch.id} />`;
  if (tab === "steps") return html`<${StepList} batch=${batch} />`;
  if (tab === "events") return html`<${EventList} batchId=${batch.id} />`;
  return html`<${MemberList} batchId=${batch.id} />`;
}

function Body({ batch, etag }: { batch: BatchDetail; etag: string | null }): VNode {
  const base = `/api/batches/${batch.id}`;
  const timeline = useResource<Timeline>(`${base}/timeline`);
  const failures = useResource<Failures>(`${base}/failures`);
  const attention = useResource<AttentionList>(batch.needsAttention ? `${base}/attention` : null);
  const at = timeline.state === "ready" ? timeline.value.now : null;
  useEffect(() => {
    if (at !== null) hearTime(at);
  }, [at]);
  const tabs = tabsOf(failures);
  return html`<div class="stack">
    <${BatchHead} batch=${batch} etag=${etag} />
    <${WhyCard} path=${`${base}/why`} />
    ${
      attention.state === "ready" &&
      attention.value.items.length > 0 &&
      html`<${AttentionCard} items=${attention.value.items} />`
    }
    <section class="card" aria-labelledby="timeline">
      <h2 id="timeline">Timeline</h2>
      <${Shown} of=${timeline} lines=${6}>
        ${(value: Timeline) => html`<${Gantt} timeline=${value} />`}
      <//>
    </section>
    <section class="card" aria-label="Parts of the batch">
      <${Tabs} label="Parts of the batch" tabs=${tabs} forget=${FORGET} />
      <${TabBody} tab=${openTab(tabs)} batch=${batch} failures=${failures} />
    </section>
  </div>`;
}

export function Batch({ route }: { route: { id: string } }): VNode {
  const batch = useResource<BatchDetail>(`/api/batches/${encodeURIComponent(route.id)}`);
  titled(batch.state === "ready" ? `${batch.value.runbookName} #${batch.value.id}` : "Batch");
  if (batch.state === "ready") return html`<${Body} batch=${batch.value} etag=${batch.etag} />`;
  return html`<div class="card"><h1 class="unseen" tabindex="-1">Batch ${route.id}</h1>
    ${
      batch.state === "failed"
        ? html`<${Failed} problem=${batch.problem} />`
        : html`<${Skeleton}
      lines=${10} />`
    }
  </div>`;
}
