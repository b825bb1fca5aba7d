/** The log of a batch, the newest first, growing as it is written. While it is paused, or while
 *  somebody has scrolled away, what comes is counted and waits behind a chip: nothing jumps. */
import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { EventPage, EventRecord } from "../../../../contract/http/events.ts";
import { arrived, isPaused, resume } from "../../api/live.ts";
import { useResource } from "../../api/resource.ts";
import { counted, sentenceCase, valueText } from "../../format/words.ts";
import { choose, query } from "../../frame/navigation.ts";
import { withQuery } from "../../frame/query.ts";
import { memberPath } from "../../frame/route.ts";
import { html } from "../../ui/html.ts";
import { Icon } from "../../ui/icons.ts";
import { Empty, Shown } from "../../ui/states.ts";
import { Choice, Pager } from "../../ui/table.ts";
import { Ago } from "../../ui/times.ts";

const KINDS = [
  ["", "All events"] as const,
  ...["batch", "phase", "member", "step", "init", "rollback"].map(
    (kind) => [kind, sentenceCase(kind)] as const,
  ),
];

function detailText({ detail }: EventRecord): string {
  return Object.entries(detail ?? {})
    .map(([name, value]) => `${name}: ${valueText(value)}`)
    .join(", ");
}

function Item({ event }: { event: EventRecord }): VNode {
  const { seq, at, type, actor, batchId, memberId, memberKey, stepName, phaseName } = event;
  const detail = detailText(event);
  return html`<li class="event" data-row tabindex="-1">
    <span class="quiet num small">${seq}</span>
    <span class="tight">
      <span class="line"><b>${type}</b>
        ${
          memberId !== null &&
          batchId !== null &&
          html`<a href=${memberPath(batchId, memberId)}>
          ${memberKey ?? memberId}</a>`
        }
        <span class="quiet">${[stepName, phaseName].filter((name) => name !== null).join(" in ")}
          </span>
        ${event.to !== null && html`<span class="tag">${event.from ?? "–"} → ${event.to}</span>`}
      </span>
      ${detail !== "" && html`<span class="quiet small clip">${detail}</span>`}
    </span>
    <span class="quiet small">${actor}<br /><${Ago} at=${at} /></span>
  </li>`;
}

/** What to show, and how many newer ones wait. */
function useFrozen(events: readonly EventRecord[], isHeld: boolean) {
  const shown = useRef(events);
  const [turn, take] = useState(0);
  useEffect(() => {
    if (!isHeld) shown.current = events;
  });
  const list = isHeld && turn >= 0 ? shown.current : events;
  const last = list[0]?.seq ?? 0;
  const waiting = events.filter(({ seq }) => seq > last).length;
  const release = (): void => {
    shown.current = events;
    take((count) => count + 1);
  };
  return { list, waiting, release };
}

function fits(event: EventRecord, kind: string | null): boolean {
  return kind === null || event.type === kind || event.type.startsWith(`${kind}.`);
}

function Log({ page, isFirst }: { page: EventPage; isFirst: boolean }): VNode {
  const box = useRef<HTMLUListElement>(null);
  const [isAway, setAway] = useState(false);
  const kind = query.value.get("type");
  const known = new Set(page.items.map(({ seq }) => seq));
  const fresh = isFirst
    ? arrived.value.filter((event) => !known.has(event.seq) && fits(event, kind))
    : [];
  const all = [...fresh, ...page.items].sort((a, b) => b.seq - a.seq);
  const { list, waiting, release } = useFrozen(all, isAway || isPaused.value);
  const onScroll = (): void => setAway((box.current?.scrollTop ?? 0) > 4);
  const showNew = (): void => {
    release();
    if (isPaused.value) resume();
    if (box.current !== null) box.current.scrollTop = 0;
  };
  if (all.length === 0) return html`<${Empty} icon="batches" title="Nothing has happened yet" />`;
  return html`<div class="events">
    ${
      waiting > 0 &&
      html`<button class="chip new-events" onClick=${showNew}>
      <${Icon} name="arrow" size=${12} />${counted(waiting, "new event")}</button>`
    }
    <ul class="list log" ref=${box} onScroll=${onScroll} tabindex="0" aria-label="Events">
      ${list.map((event) => html`<${Item} key=${event.seq} event=${event} />`)}
    </ul>
  </div>`;
}

export function EventList({ batchId }: { batchId: number }): VNode {
  const words = query.value;
  const cursor = words.get("cursor");
  const events = useResource<EventPage>(
    withQuery(`/api/batches/${batchId}/events`, {
      order: "newest",
      type: words.get("type"),
      cursor,
      limit: 100,
    }),
  );
  const onType = (type: string): void => choose({ type, cursor: null }, "push");
  const toggle = (): void => {
    if (isPaused.value) resume();
    else isPaused.value = true;
  };
  return html`<div class="stack">
    <div class="filters spread">
      <${Choice} name="type" label="Kind" options=${KINDS} onChoose=${onType} />
      <button class="button" onClick=${toggle} aria-pressed=${isPaused.value}>
        <${Icon} name=${isPaused.value ? "running" : "paused"} size=${14} />
        ${isPaused.value ? "Go on" : "Pause"}</button>
    </div>
    <${Shown} of=${events} lines=${8}>${(page: EventPage) => html`<div class="stack">
      <${Log} page=${page} isFirst=${cursor === null} /><${Pager} page=${page} what="events" />
        </div>`}<//>
  </div>`;
}
