/** The versions of a runbook, and what changed between two of them. */
import type { VNode } from "preact";
import type { RunbookDiff } from "../../../../contract/http/runbook-checks.ts";
import type { RunbookSummary } from "../../../../contract/http/runbooks.ts";
import { useResource } from "../../api/resource.ts";
import { counted } from "../../format/words.ts";
import { choose, hrefWith, query } from "../../frame/navigation.ts";
import { withQuery } from "../../frame/query.ts";
import { html } from "../../ui/html.ts";
import { Empty, Shown } from "../../ui/states.ts";
import { Table } from "../../ui/table.ts";
import { At } from "../../ui/times.ts";

type RunbookList = { readonly items: readonly RunbookSummary[] };
type Line = RunbookDiff["lines"][number];

const SIGNS = { same: " ", added: "+", removed: "−" } as const;
const AROUND = 3;

/** Lines that stayed the same are shown only around those that changed. */
function nearChanges(lines: readonly Line[]): readonly (Line | "gap")[] {
  const near = lines.map((_, at) =>
    lines.slice(Math.max(0, at - AROUND), at + AROUND + 1).some(({ kind }) => kind !== "same"),
  );
  return lines.flatMap((line, at): readonly (Line | "gap")[] => {
    if (near[at]) return [line];
    return at === 0 || near[at - 1] ? ["gap"] : [];
  });
}

function Diff({ diff }: { diff: RunbookDiff }): VNode {
  if (diff.added + diff.removed === 0)
    return html`<p class="quiet">The two texts are the same.</p>`;
  return html`<div class="tight">
    <p class="small"><b>
      ${counted(diff.added, "line")} added, ${diff.removed} removed</b>
      ${` from version ${diff.from} to ${diff.to}`}</p>
    <div class="diff" tabindex="0" role="group" aria-label="Changes between the versions">
      ${nearChanges(diff.lines).map((line, at) =>
        line === "gap"
          ? html`<div key=${at} class="diff-gap">…</div>`
          : html`<div key=${at} class="diff-line ${line.kind}">
              <span class="num">${line.fromLine ?? ""}</span><span class="num">
                ${line.toLine ?? ""}</span>
              <span>${SIGNS[line.kind]}<span class="unseen">
                ${line.kind === "same" ? "" : line.kind}</span></span>
              <code>${line.text}</code></div>`,
      )}
    </div>
  </div>`;
}

function Compare({ name, items }: { name: string; items: readonly RunbookSummary[] }): VNode {
  const numbers = items.map(({ version }) => version).sort((a, b) => b - a);
  const to = query.value.get("to") ?? String(numbers[0] ?? 1);
  const from = query.value.get("from") ?? String(numbers[1] ?? numbers[0] ?? 1);
  const diff = useResource<RunbookDiff>(
    withQuery(`/api/runbooks/${encodeURIComponent(name)}/diff`, { from, to }),
  );
  const pick = (word: string, label: string, chosen: string): VNode =>
    html`<label>${label}<select value=${chosen} onChange=${(event: Event) =>
      choose({ [word]: (event.target as HTMLSelectElement).value }, "push")}>
      ${numbers.map(
        (number) => html`<option key=${number} value=${number}
        selected=${String(number) === chosen}>Version ${number}</option>`,
      )}
    </select></label>`;
  return html`<section class="stack" aria-labelledby="compare">
    <h3 id="compare">What changed</h3>
    <div class="filters">${pick("from", "From", from)}${pick("to", "To", to)}</div>
    <${Shown} of=${diff} lines=${6}>${(value: RunbookDiff) => html`<${Diff} diff=${value} />`}<//>
  </section>`;
}

export function Versions({ name, shown }: { name: string; shown: number }): VNode {
  const versions = useResource<RunbookList>(`/api/runbooks/${encodeURIComponent(name)}/versions`);
  return html`<${Shown} of=${versions} lines=${5}>
    ${({ items }: RunbookList) => html`<div class="stack">
      <${Table} label="Versions" heads=${["Version", "Published", "By", "State"]}>
        ${items.map(
          ({
            version,
            createdAt,
            publishedBy,
            isActive,
          }) => html`<tr key=${version} data-row tabindex="-1">
            <td><a href=${hrefWith({ v: version, tab: null })}>Version ${version}</a>
              ${version === shown && " (shown)"}</td>
            <td><${At} at=${createdAt} /></td><td>${publishedBy ?? "–"}</td>
            <td>${isActive ? "Active" : html`<span class="quiet">Not active</span>`}</td>
          </tr>`,
        )}
      <//>
      ${
        items.length > 1
          ? html`<${Compare} name=${name} items=${items} />`
          : html`<${Empty} icon="runbooks" title="There is one version only">
            <p>Publish another one to see what changed.</p><//>`
      }
    </div>`}
  <//>`;
}
