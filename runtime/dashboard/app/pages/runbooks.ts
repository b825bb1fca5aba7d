/** Every runbook with its active version; and an empty sheet for a new one. */
import type { VNode } from "preact";
import type { RunbookSummary } from "../../../contract/http/runbooks.ts";
import { useResource } from "../api/resource.ts";
import { hrefWith, query } from "../frame/navigation.ts";
import { withQuery } from "../frame/query.ts";
import { runbookPath } from "../frame/route.ts";
import { titled } from "../frame/title.ts";
import { html } from "../ui/html.ts";
import { Icon } from "../ui/icons.ts";
import { Empty, Shown } from "../ui/states.ts";
import { Pill } from "../ui/statuses.ts";
import { Ago } from "../ui/times.ts";
import { Editor } from "./runbook/editor.ts";

type RunbookList = { readonly items: readonly RunbookSummary[] };

const ON = { word: "Automated", icon: "running", tone: "ok" } as const;
const OFF = { word: "By hand", icon: "paused", tone: "idle" } as const;

function Card({ runbook }: { runbook: RunbookSummary }): VNode {
  const { name, version, description, automationEnabled, createdAt, publishedBy, lastError } =
    runbook;
  return html`<article class="card" data-row tabindex="-1">
    <div class="spread"><h2><a href=${runbookPath(name)}>${name}</a></h2>
      <${Pill} look=${automationEnabled ? ON : OFF} /></div>
    <p>${description ?? html`<span class="quiet">It has no description.</span>`}</p>
    ${
      lastError !== null &&
      html`<p class="bad-text small"><${Icon} name="incidents"
      size=${13} /> ${lastError}</p>`
    }
    <p class="quiet small">Version ${version}, published <${Ago}
      at=${createdAt} /> by ${publishedBy ?? "nobody known"}
      · <a href=${withQuery("/batches", { runbook: name })}>its batches</a></p>
  </article>`;
}

/** Line by line: the spaces that a line begins with are part of it. */
const SHEET = [
  "name: my-migration",
  "description: What it moves, and where to.",
  "data_source:",
  "  type: csv",
  "  primary_key: UserPrincipalName",
  "  batch_time_column: CutoverAt",
  "  columns: [UserPrincipalName, CutoverAt]",
  "phases:",
  "  - name: prepare",
  "    offset: T-1d",
  "    steps:",
  "      - name: say-hello",
  "        worker_id: worker-01",
  "        function: Invoke-NoOp",
  "        params: {}",
  "",
].join("\n");

export function Runbooks(): VNode {
  titled("Runbooks");
  const runbooks = useResource<RunbookList>("/api/runbooks");
  const isNew = query.value.get("new") !== null;
  return html`<div class="stack">
    <div class="head"><div><h1 tabindex="-1">Runbooks</h1>
      <p class="quiet">What happens to whom, and when.</p></div>
      ${
        !isNew &&
        html`<a class="button main" href=${hrefWith({ new: "1" })}><${Icon} name="plus"
        size=${14} />New runbook</a>`
      }
    </div>
    ${
      isNew &&
      html`<section class="card" aria-labelledby="new"><div class="spread"><h2
        id="new">New runbook</h2>
      <a class="button little" href="/runbooks">Leave it</a></div><${Editor} text=${SHEET} />
        </section>`
    }
    <${Shown} of=${runbooks} lines=${8}>
      ${({ items }: RunbookList) =>
        items.length === 0
          ? html`<div class="card"><${Empty} icon="runbooks" title="There is no runbook yet">
              <p>Write one here, or publish a file:
              ${" "}<code>drover runbook publish my.yaml</code>.</p><//></div>`
          : html`<div class="columns">${items.map(
              (runbook) => html`<${Card} key=${runbook.name}
            runbook=${runbook} />`,
            )}</div>`}
    <//>
  </div>`;
}
