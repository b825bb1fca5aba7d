/** The calls the tenant got, the newest first. */
import type { VNode } from "preact";
import { useResource } from "../../api/resource.ts";
import { sentenceCase } from "../../format/words.ts";
import { choose, query } from "../../frame/navigation.ts";
import { withQuery } from "../../frame/query.ts";
import { html } from "../../ui/html.ts";
import { Empty, Shown } from "../../ui/states.ts";
import { Choice, Table } from "../../ui/table.ts";
import { Ago } from "../../ui/times.ts";
import { SIM, type Summary } from "./summary.ts";

type Entry = {
  readonly at: string;
  readonly family: string;
  readonly method: string;
  readonly target: string;
  readonly status: number;
  readonly strike: string | null;
};

type Log = { readonly entries: readonly Entry[] };

const FAMILIES = [
  ["", "All services"] as const,
  ...["login", "graph", "exchange", "arm", "vault"].map(
    (name) => [name, sentenceCase(name)] as const,
  ),
];

function Row({ entry }: { entry: Entry }): VNode {
  const isBad = entry.status >= 400;
  return html`<tr data-row tabindex="-1"><td><${Ago} at=${entry.at} /></td><td>${entry.family}</td>
    <td class="grow"><code class="one-line" title=${entry.target}>${entry.method} ${entry.target}
      </code></td>
    <td class="num ${isBad ? "bad-text" : ""}">${entry.status}</td>
    <td>${entry.strike !== null && html`<span class="tag">${entry.strike}</span>`}</td></tr>`;
}

export function Calls({ summary }: { summary: Summary }): VNode {
  const log = useResource<Log>(
    withQuery(`${SIM}/log`, { family: query.value.get("family"), top: 60 }),
  );
  const onFamily = (family: string): void => choose({ family }, "push");
  return html`<div class="stack">
    <div class="filters spread">
      <${Choice} name="family" label="Service" options=${FAMILIES} onChoose=${onFamily} />
      <span class="line small">${Object.entries(summary.requests).map(
        ([family, { calls, throttled, failed }]) => html`<span key=${family} class="chip num">
        ${family}: ${calls} calls, ${throttled} throttled, ${failed} failed</span>`,
      )}</span>
    </div>
    <${Shown} of=${log} lines=${8}>
      ${({ entries }: Log) =>
        entries.length === 0
          ? html`<${Empty} icon="tenant" title="Nobody has called yet">
            <p>Start a batch: its steps call the tenant.</p><//>`
          : html`<${Table} label="Calls" heads=${["When", "Service", "Call", "Answer", "Fault"]}>
              ${entries.map((entry, at) => html`<${Row} key=${at} entry=${entry} />`)}<//>`}
    <//>
  </div>`;
}
