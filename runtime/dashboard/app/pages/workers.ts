/** Workers: who runs functions, which ones, and how much at once. */
import type { VNode } from "preact";
import type { LimitList } from "../../../contract/http/job-limits.ts";
import type { WorkerList } from "../../../contract/http/platform.ts";
import { useResource } from "../api/resource.ts";
import { counted } from "../format/words.ts";
import { titled } from "../frame/title.ts";
import { html } from "../ui/html.ts";
import { Empty, Shown } from "../ui/states.ts";
import { Table } from "../ui/table.ts";
import { Ago } from "../ui/times.ts";

type Worker = WorkerList["items"][number];

function Functions({ worker }: { worker: Worker }): VNode {
  return html`<${Table} label="Functions of ${worker.workerId}"
    heads=${["Function", "Effect", "Repeated safely"]}>
    ${worker.functions.map(
      ({ name, effect, idempotency }) => html`<tr key=${name} data-row tabindex="-1">
        <td><code>${name}</code></td><td>${effect === "read" ? "Reads" : "Writes"}</td>
        <td class="quiet">${idempotency}</td></tr>`,
    )}
    ${worker.switchedOff?.map(
      ({ name, capability }) => html`<tr key=${name} data-row tabindex="-1">
        <td><code>${name}</code></td>
        <td class="quiet" colspan="2">Switched off: its capability ${capability} is disabled</td>
      </tr>`,
    )}
  <//>`;
}

function Card({ worker }: { worker: Worker }): VNode {
  return html`<section class="card" aria-label=${worker.workerId}>
    <div class="spread"><h2>${worker.workerId}</h2>
      <span class="quiet small">last heard of <${Ago} at=${worker.lastSeen} /></span></div>
    <p class="quiet small">Version ${worker.version},
      ${" "}${counted(worker.functions.length, "function")}</p>
    <${Functions} worker=${worker} />
  </section>`;
}

export function Workers(): VNode {
  titled("Workers");
  const workers = useResource<WorkerList>("/api/workers");
  const limits = useResource<LimitList>("/api/limits");
  const set = limits.state === "ready" ? limits.value.items : [];
  return html`<div class="stack">
    <div class="head"><div><h1 tabindex="-1">Workers</h1>
      <p class="quiet">Who acts on the tenant, and what they can do.</p></div></div>
    ${
      set.length > 0 &&
      html`<section class="card" aria-labelledby="limits"><h2 id="limits">Limits</h2>
      <dl class="facts">${set.map(
        ({ key, most }) => html`<dt key=${key}>${key}</dt>
        <dd>at most ${counted(most, "job")} at once</dd>`,
      )}</dl></section>`
    }
    <${Shown} of=${workers} lines=${8}>
      ${({ items }: WorkerList) =>
        items.length === 0
          ? html`<div class="card"><${Empty} icon="workers" title="No worker is registered">
            <p>A worker registers when it starts.</p><//></div>`
          : html`<div class="stack">${items.map(
              (worker) => html`<${Card} key=${worker.workerId}
            worker=${worker} />`,
            )}</div>`}
    <//>
  </div>`;
}
