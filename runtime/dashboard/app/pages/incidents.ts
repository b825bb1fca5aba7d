/** Incidents: messages that the bus gave up. One is read, sent again, or let go. */
import type { VNode } from "preact";
import type { Incident, IncidentDetail, IncidentPage } from "../../../contract/http/incidents.ts";
import { useResource } from "../api/resource.ts";
import { valueText } from "../format/words.ts";
import { choose, query } from "../frame/navigation.ts";
import { withQuery } from "../frame/query.ts";
import { batchPath } from "../frame/route.ts";
import { titled } from "../frame/title.ts";
import { OPERATORS, type Order } from "../orders/order.ts";
import { OrderButton } from "../orders/order-button.ts";
import { html } from "../ui/html.ts";
import { Icon } from "../ui/icons.ts";
import { Empty, Shown } from "../ui/states.ts";
import { Pager } from "../ui/table.ts";
import { Ago } from "../ui/times.ts";

const REDRIVE =
  "The message is put back in its queue and handled once more. Handling a message twice " +
  "changes nothing twice.";
const DISCARD =
  "The message is let go for good, and the log says who did. What it would have done is not done.";

const ordersOf = ({ id }: Incident): readonly Order[] => [
  {
    word: "Redrive",
    icon: "polling",
    consequence: REDRIVE,
    cli: `drover incident redrive ${id}`,
    roles: OPERATORS,
    method: "POST",
    path: `/api/incidents/${id}/redrive`,
  },
  {
    word: "Discard",
    icon: "failed",
    consequence: DISCARD,
    cli: `drover incident discard ${id}`,
    roles: OPERATORS,
    method: "POST",
    path: `/api/incidents/${id}/discard`,
    typed: `discard ${id}`,
  },
];

const manyOrders = (words: URLSearchParams): readonly Order[] => {
  const filters = {
    ...(words.get("topic") === null ? {} : { topic: words.get("topic") }),
    ...(words.get("batch") === null ? {} : { batchId: Number(words.get("batch")) }),
  };
  const isAll = Object.keys(filters).length === 0;
  const body = isAll ? { all: true } : filters;
  const which = isAll ? "all" : "those shown";
  const shared = { roles: OPERATORS, method: "POST" as const, body };
  const cli = (verb: string): string | null => (isAll ? `drover incident ${verb} --all` : null);
  return [
    {
      ...shared,
      word: `Redrive ${which}`,
      icon: "polling",
      consequence: REDRIVE,
      cli: cli("redrive"),
      path: "/api/incidents/redrive",
    },
    {
      ...shared,
      word: `Discard ${which}`,
      icon: "failed",
      consequence: DISCARD,
      cli: cli("discard"),
      path: "/api/incidents/discard",
      typed: "discard",
    },
  ];
};

function Message({ id }: { id: number }): VNode {
  const incident = useResource<IncidentDetail>(`/api/incidents/${id}`);
  return html`<${Shown} of=${incident} lines=${3}>
    ${({ body, properties, messageId }: IncidentDetail) => html`<div class="stack">
      <dl class="facts"><dt>Message</dt><dd><code>${messageId}</code></dd>
        ${Object.entries(properties).map(
          ([name, value]) => html`<dt key=${name}>${name}</dt><dd>
          ${valueText(value)}</dd>`,
        )}</dl>
      <pre class="text">${body}</pre></div>`}
  <//>`;
}

function Item({ incident }: { incident: Incident }): VNode {
  const { id, topic, subscription, messageType, reason, description, batchId, openedAt } = incident;
  const isOpen = query.value.get("incident") === String(id);
  const onToggle = (event: Event): void => {
    const { open } = event.target as HTMLDetailsElement;
    if (open !== isOpen) choose({ incident: open ? id : null });
  };
  return html`<li data-row tabindex="-1" class="tight">
    <div class="spread">
      <span class="line"><span class="pill bad"><${Icon} name="incidents" size=${13} />${reason}
        </span>
        <b>${messageType ?? "a message"}</b><span class="quiet small">${topic} / ${subscription}
          </span>
        ${batchId !== null && html`<a href=${batchPath(batchId)}>Batch #${batchId}</a>`}
        <span class="quiet small"><${Ago} at=${openedAt} /></span></span>
      <span class="line">${ordersOf(incident).map(
        (order) => html`<${OrderButton}
        key=${order.word} order=${order} isLittle=${true} />`,
      )}</span>
    </div>
    <p class="small">${description}</p>
    <details open=${isOpen} onToggle=${onToggle}><summary class="small">The message</summary>
      ${isOpen && html`<${Message} id=${id} />`}</details>
  </li>`;
}

const NONE = html`<${Empty} icon="done" title="No message was given up">
  <p>A message that cannot be handled after several attempts waits here,
    for you to send it again or let it go.</p>
<//>`;

export function Incidents(): VNode {
  titled("Incidents");
  const words = query.value;
  const incidents = useResource<IncidentPage>(
    withQuery("/api/incidents", {
      topic: words.get("topic"),
      batchId: words.get("batch"),
      cursor: words.get("cursor"),
    }),
  );
  const hasSome = incidents.state === "ready" && incidents.value.items.length > 0;
  return html`<div class="stack">
    <div class="head"><div><h1 tabindex="-1">Incidents</h1>
      <p class="quiet">Dead letters: messages that the bus gave up.</p></div>
      ${
        hasSome &&
        html`<div class="line">${manyOrders(words).map(
          (order) => html`<${OrderButton}
        key=${order.word} order=${order} />`,
        )}</div>`
      }
    </div>
    <section class="card" aria-label="Incidents">
      <${Shown} of=${incidents} lines=${6}>
        ${(page: IncidentPage) =>
          page.items.length === 0
            ? NONE
            : html`<div class="stack"><ul class="list">
              ${page.items.map(
                (incident) => html`<${Item} key=${incident.id}
              incident=${incident} />`,
              )}</ul>
                <${Pager} page=${page} what="incidents" /></div>`}
      <//>
    </section>
  </div>`;
}
