/** One runbook: its phases as they will happen, its text, its versions and what changed between
 *  them, and a place to write the next one. */
import type { VNode } from "preact";
import type { RunbookDetail, RunbookSummary } from "../../../../contract/http/runbooks.ts";
import { useResource } from "../../api/resource.ts";
import { query } from "../../frame/navigation.ts";
import { runbookPath } from "../../frame/route.ts";
import { titled } from "../../frame/title.ts";
import { ADMINS, type Order } from "../../orders/order.ts";
import { OrderButton } from "../../orders/order-button.ts";
import { html } from "../../ui/html.ts";
import { Icon } from "../../ui/icons.ts";
import { Failed, Skeleton } from "../../ui/states.ts";
import { Pill } from "../../ui/statuses.ts";
import { openTab, Tabs } from "../../ui/tabs.ts";
import { Ago } from "../../ui/times.ts";
import { CreateBatch } from "./create-batch.ts";
import { Editor } from "./editor.ts";
import { Outline } from "./outline.ts";
import { Versions } from "./versions.ts";

const TABS = [
  { id: "phases", word: "Phases" },
  { id: "text", word: "Text" },
  { id: "versions", word: "Versions" },
  { id: "edit", word: "Edit" },
  { id: "batch", word: "New batch" },
];

function automationOrder({ name, automationEnabled }: RunbookSummary): Order {
  const verb = automationEnabled ? "disable" : "enable";
  return {
    word: automationEnabled ? "Stop automation" : "Automate",
    icon: automationEnabled ? "paused" : "running",
    consequence: automationEnabled
      ? "Its source is no longer looked into: no new batch begins and nobody joins or leaves. " +
        "Batches under way go on."
      : "Its source is looked into regularly: batches begin by themselves for the members " +
        "found there.",
    cli: `drover automation ${verb} ${name}`,
    roles: ADMINS,
    method: "PUT",
    path: `/api/runbooks/${encodeURIComponent(name)}/automation`,
    body: { automationEnabled: !automationEnabled },
  };
}

function TabBody({ tab, runbook }: { tab: string; runbook: RunbookDetail }): VNode {
  const { name, outline, yamlContent } = runbook;
  if (tab === "text") return html`<pre class="text" tabindex="0">${yamlContent}</pre>`;
  if (tab === "versions") return html`<${Versions} name=${name} shown=${runbook.version} />`;
  if (tab === "edit") return html`<${Editor} key=${runbook.version} text=${yamlContent} />`;
  if (tab === "batch") return html`<${CreateBatch} name=${name} />`;
  return outline === null
    ? html`<p
      class="quiet">This text is no longer a runbook to this version of
        Drover; open Edit to see why.</p>`
    : html`<${Outline} outline=${outline} />`;
}

function Body({ runbook, isOld }: { runbook: RunbookDetail; isOld: boolean }): VNode {
  const { name, version, description, createdAt, publishedBy, automationEnabled } = runbook;
  const on = { word: "Automated", icon: "running", tone: "ok" } as const;
  const off = { word: "By hand", icon: "paused", tone: "idle" } as const;
  return html`<div class="stack">
    <div class="head"><div>
      <nav class="crumbs" aria-label="Where you are"><a href="/runbooks">Runbooks</a> / ${name}
        </nav>
      <h1 tabindex="-1">${name}</h1>
      <div class="line"><${Pill} look=${automationEnabled ? on : off} />
        <span class="quiet small">Version
          ${` ${version}${runbook.isActive ? "" : " (not active)"}`}, published
          ${" "}<${Ago} at=${createdAt} /> by ${publishedBy ?? "nobody known"}</span>
        ${isOld && html`<a class="small" href=${runbookPath(name)}>Show the active version</a>`}
          </div>
    </div>
    <div class="line"><${OrderButton} order=${automationOrder(runbook)} />
      <a class="button" href=${`/api/runbooks/${encodeURIComponent(name)}/template`} download>
        <${Icon} name="arrow" size=${14} />CSV template</a></div></div>
    ${description !== null && html`<p>${description}</p>`}
    ${
      runbook.lastError !== null &&
      html`<div class="card bad"><p><b>Its source could not be read</b>
      <${Ago} at=${runbook.lastErrorAt} />: ${runbook.lastError}</p></div>`
    }
    <section class="card" aria-label="Parts of the runbook">
      <${Tabs} label="Parts of the runbook" tabs=${TABS} forget=${{ from: null, to: null }} />
      <${TabBody} tab=${openTab(TABS)} runbook=${runbook} />
    </section>
  </div>`;
}

export function Runbook({ route }: { route: { name: string } }): VNode {
  titled(route.name);
  const version = query.value.get("v");
  const base = `/api/runbooks/${encodeURIComponent(route.name)}`;
  const runbook = useResource<RunbookDetail>(
    version === null ? base : `${base}/versions/${encodeURIComponent(version)}`,
  );
  if (runbook.state === "ready") {
    return html`<${Body} runbook=${runbook.value} isOld=${version !== null} />`;
  }
  return html`<div class="card"><h1 class="unseen" tabindex="-1">${route.name}</h1>
    ${
      runbook.state === "failed"
        ? html`<${Failed} problem=${runbook.problem} />`
        : html`<${Skeleton} lines=${10} />`
    }
  </div>`;
}
