/** The simulated tenant: what it has now, which calls it got, and how badly it behaves. Only where
 *  there is one; everything comes through the local host, which alone may reach it. */
import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import { isPaused } from "../../api/live.ts";
import { askAgain, useResource } from "../../api/resource.ts";
import { sentenceCase } from "../../format/words.ts";
import { hrefWith } from "../../frame/navigation.ts";
import { environment } from "../../frame/session.ts";
import { titled } from "../../frame/title.ts";
import { html } from "../../ui/html.ts";
import { Empty, Shown } from "../../ui/states.ts";
import { openTab, Tabs } from "../../ui/tabs.ts";
import { Calls } from "./calls.ts";
import { Faults } from "./faults.ts";
import { Objects } from "./objects.ts";
import { Speed } from "./speed.ts";
import { SIM, type Summary } from "./summary.ts";

const TABS = [
  { id: "objects", word: "What it has" },
  { id: "calls", word: "Calls" },
  { id: "faults", word: "Faults" },
];

const FRESH_MS = 2_000;
const FORGET = { table: null, search: null, after: null, family: null, key: null };

function Counts({ summary }: { summary: Summary }): VNode {
  return html`<div class="figures">
    ${Object.entries(summary.objects)
      .filter(([, count]) => count > 0)
      .map(
        ([table, count]) => html`<a key=${table} class="figure"
          href=${hrefWith({ ...FORGET, tab: null, table })}>
        <b>${count}</b><span>${sentenceCase(table)}</span></a>`,
      )}
  </div>`;
}

function Body({ summary }: { summary: Summary }): VNode {
  const tab = openTab(TABS);
  return html`<div class="stack">
    <${Counts} summary=${summary} />
    <section class="card" aria-label="Parts of the tenant">
      <${Tabs} label="Parts of the tenant" tabs=${TABS} forget=${FORGET} />
      ${
        tab === "calls"
          ? html`<${Calls} summary=${summary} />`
          : tab === "faults"
            ? html`<${Faults} />`
            : html`<${Objects} tables=${Object.keys(summary.objects)} />`
      }
    </section>
  </div>`;
}

export function Tenant(): VNode {
  titled("Simulated tenant");
  const hasOne = environment.value?.simulatedTenant != null;
  const summary = useResource<Summary>(hasOne ? `${SIM}/summary` : null);
  useEffect(() => {
    const asking = setInterval(() => !isPaused.value && askAgain(), FRESH_MS);
    return () => clearInterval(asking);
  }, []);
  return html`<div class="stack">
    <div class="head"><div><h1 tabindex="-1">Simulated tenant</h1>
      <p class="quiet">Fabrikam, made up on this machine: Graph, Exchange, resource manager
        and vault,
        as the workers see them.</p></div>
      ${hasOne && html`<${Speed} />`}</div>
    ${
      environment.value !== null && !hasOne
        ? html`<div class="card"><${Empty} icon="tenant"
          title="There is no simulated tenant here"><p>Workers act on the real one.</p><//></div>`
        : html`<${Shown} of=${summary} lines=${8}>${(value: Summary) => html`<${Body}
          summary=${value} />`}<//>`
    }
  </div>`;
}
