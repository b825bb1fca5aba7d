/** What the tenant has, table by table. */
import type { VNode } from "preact";
import { useResource } from "../../api/resource.ts";
import { counted, sentenceCase, valueText } from "../../format/words.ts";
import { choose, hrefWith, query } from "../../frame/navigation.ts";
import { withQuery } from "../../frame/query.ts";
import { html } from "../../ui/html.ts";
import { Empty, Shown } from "../../ui/states.ts";
import { Choice, Table } from "../../ui/table.ts";
import { Ago } from "../../ui/times.ts";
import { type ObjectPage, SIM } from "./summary.ts";

const NAMES = ["userPrincipalName", "displayName", "name", "mail", "primarySmtpAddress", "id"];

function nameOf(value: Readonly<Record<string, unknown>>, key: string): string {
  const found = NAMES.map((name) => value[name]).find(
    (text) => typeof text === "string" && text !== "",
  );
  return typeof found === "string" ? found : key;
}

function Row({ item }: { item: ObjectPage["items"][number] }): VNode {
  const { key, value, changedAt, isNew } = item;
  return html`<tr data-row tabindex="-1">
    <td><details><summary>${nameOf(value, key)}</summary>
      <dl class="facts">${Object.entries(value).map(
        ([name, each]) => html`<dt key=${name}>${name}
        </dt><dd>${valueText(each)}</dd>`,
      )}</dl></details></td>
    <td>${isNew ? html`<span class="tag">new</span>` : "–"}</td>
    <td>${
      changedAt === null
        ? html`<span class="quiet">as at the beginning</span>`
        : html`<${Ago}
      at=${changedAt} />`
    }</td>
  </tr>`;
}

export function Objects({ tables }: { tables: readonly string[] }): VNode {
  const words = query.value;
  const table = words.get("table") ?? tables[0] ?? "users";
  const page = useResource<ObjectPage>(
    withQuery(`${SIM}/objects/${encodeURIComponent(table)}`, {
      search: words.get("search"),
      after: words.get("after"),
      top: 25,
    }),
  );
  const options = tables.map(
    (name) => [name === tables[0] ? "" : name, sentenceCase(name)] as const,
  );
  const on = (name: string) => (value: string) => choose({ [name]: value, after: null }, "push");
  const onSearch = (event: Event): void => on("search")((event.target as HTMLInputElement).value);
  return html`<div class="stack">
    <div class="filters">
      <${Choice} name="table" label="Table" options=${options} onChoose=${on("table")} />
      <label>Contains<input value=${words.get("search") ?? ""} onChange=${onSearch} /></label>
    </div>
    <${Shown} of=${page} lines=${8}>
      ${({ items, next, total }: ObjectPage) =>
        items.length === 0
          ? html`<${Empty} icon="tenant" title="Nothing of this kind">
            <p>Choose another table, or another word.</p><//>`
          : html`<div class="stack"><${Table} label=${sentenceCase(table)}
            heads=${["Name", "Made here", "Changed"]}>
                ${items.map((item) => html`<${Row} key=${item.key} item=${item} />`)}<//>
              <div class="spread"><span class="quiet small">${counted(total, "object")}</span>
                <span class="line">${
                  words.get("after") !== null &&
                  html`<a class="button little"
                  href=${hrefWith({ after: null })}>First page</a>`
                }
                ${
                  next !== null &&
                  html`<a class="button little"
                  href=${hrefWith({ after: next })}>Next page</a>`
                }</span></div></div>`}
    <//>
  </div>`;
}
