/** The members of a batch, page by page. */
import type { VNode } from "preact";
import type { Member, MemberPage } from "../../../../contract/http/members.ts";
import { useResource } from "../../api/resource.ts";
import { valueText } from "../../format/words.ts";
import { choose, query } from "../../frame/navigation.ts";
import { withQuery } from "../../frame/query.ts";
import { memberPath } from "../../frame/route.ts";
import { html } from "../../ui/html.ts";
import { Empty, Shown } from "../../ui/states.ts";
import { memberLook, Pill } from "../../ui/statuses.ts";
import { Choice, Pager, Table } from "../../ui/table.ts";
import { Ago } from "../../ui/times.ts";

const STATUSES = [
  ["", "Any status"],
  ["active", "Active"],
  ["failed", "Failed"],
  ["removed", "Removed"],
] as const;

const FIELDS_SHOWN = 2;
/** Instants and identifiers tell people nothing at a glance. */
const FOR_MACHINES = /^\d{4}-\d\d-\d\dT|^[0-9a-f]{8}-[0-9a-f-]+$|^\[|@/;

/** The first fields that say something besides the key. */
function told({ data, memberKey }: Member): string {
  return Object.values(data)
    .map(valueText)
    .filter((text) => text !== "" && text !== memberKey && !FOR_MACHINES.test(text))
    .slice(0, FIELDS_SHOWN)
    .join(" · ");
}

function Row({ member }: { member: Member }): VNode {
  const { id, batchId, memberKey, status, addedAt, failedAt, removedAt } = member;
  return html`<tr data-row tabindex="-1">
    <td><a href=${memberPath(batchId, id)}>${memberKey}</a></td>
    <td><${Pill} look=${memberLook(status)} /></td>
    <td class="quiet">${told(member)}</td>
    <td><${Ago} at=${failedAt ?? removedAt ?? addedAt} /></td>
  </tr>`;
}

function List({ page }: { page: MemberPage }): VNode {
  if (page.items.length === 0) {
    return html`<${Empty} icon="person" title="No member fits">
      <p>Choose another status to see the others.</p>
    <//>`;
  }
  return html`<div class="stack">
    <${Table} label="Members" heads=${["Member", "Status", "Data", "Since"]}>
      ${page.items.map((member) => html`<${Row} key=${member.id} member=${member} />`)}
    <//>
    <${Pager} page=${page} what="members" />
  </div>`;
}

export function MemberList({ batchId }: { batchId: number }): VNode {
  const words = query.value;
  const members = useResource<MemberPage>(
    withQuery(`/api/batches/${batchId}/members`, {
      status: words.get("status"),
      cursor: words.get("cursor"),
      limit: 50,
    }),
  );
  const onStatus = (status: string): void => choose({ status, cursor: null }, "push");
  return html`<div class="stack">
    <div class="filters">
      <${Choice} name="status" label="Status" options=${STATUSES} onChoose=${onStatus} />
    </div>
    <${Shown} of=${members} lines=${8}>${(page: MemberPage) => html`<${List} page=${page} />`}<//>
  </div>`;
}
