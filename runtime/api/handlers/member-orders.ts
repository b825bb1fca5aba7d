/** Batches made from a table of members, and members added to or taken from a batch. */

import type { ROUTES } from "../../contract/http/routes.ts";
import type { MemberKey } from "../../contract/identifiers.ts";
import { LIMITS } from "../../contract/limits.ts";
import { ok } from "../../contract/result.ts";
import { heldBy } from "../../orchestrator/orders/joining.ts";
import type { Backend } from "../backend.ts";
import { orderRefused, refuse, storeAway } from "../serving/answer.ts";
import type { HandlersOf, Inquiry } from "../serving/handler.ts";
import { unknownBatch } from "./batches.ts";
import { membersIn } from "./member-table.ts";
import { shownData } from "./members.ts";
import { planOf } from "./plan-of.ts";
import { unknownRunbook } from "./runbooks.ts";
import { warning } from "./shown-problems.ts";

/** Of a table that is looked at before it is used. */
const ROWS_SHOWN = 5;

type Parts = Pick<Backend, "engine" | "orders" | "reports" | "store">;

export const memberOrderHandlers = (
  parts: Parts,
): HandlersOf<"createBatch" | "previewBatch" | "addMembers" | "removeMember"> => ({
  createBatch: (inquiry) => create(parts, inquiry),
  previewBatch: (inquiry) => preview(parts, inquiry),
  addMembers: (inquiry) => add(parts, inquiry),
  removeMember: (inquiry) => remove(parts, inquiry),
});

/** The members of a table, as the active version of the runbook reads it. */
async function tableFor(
  parts: Parts,
  { query: { runbookName }, body }: Inquiry<typeof ROUTES.createBatch>,
) {
  const active = await parts.store.runbooks.active(runbookName);
  if (!active.ok) return storeAway(active.error);
  if (active.value === null) return unknownRunbook(runbookName);
  const { version } = active.value;
  const plan = await planOf(parts.engine, runbookName, version);
  if (!plan.ok) return plan;
  const members = membersIn(body, plan.value);
  if (!members.ok) return members;
  const { sensitive } = plan.value;
  return ok({ runbookName, version, sensitive, members: members.value });
}

async function preview(parts: Parts, inquiry: Inquiry<typeof ROUTES.createBatch>) {
  const table = await tableFor(parts, inquiry);
  if (!table.ok) return table;
  const { runbookName, version, members } = table.value;
  const marked = new Set(table.value.sensitive);
  const leftOut = [];
  for (let at = 0; at < members.length; at += LIMITS.pageSizeMax) {
    const keys = members.slice(at, at + LIMITS.pageSizeMax).map(({ key }) => key);
    const holders = await parts.store.batches.holders(runbookName, keys);
    if (!holders.ok) return storeAway(holders.error);
    for (const [key, holder] of holders.value) leftOut.push({ key, reason: heldBy(holder) });
  }
  return ok({
    runbookVersion: version,
    memberCount: members.length - leftOut.length,
    columns: [...(members[0]?.data.keys() ?? [])],
    rows: members
      .slice(0, ROWS_SHOWN)
      .map(({ data }) => shownData(Object.fromEntries(data), marked)),
    problems: leftOut.slice(0, LIMITS.problemsPerFile).map(leftOutOf),
  });
}

async function create(parts: Parts, inquiry: Inquiry<typeof ROUTES.createBatch>) {
  const { asked } = inquiry;
  const table = await tableFor(parts, inquiry);
  if (!table.ok) return table;
  const { runbookName, members } = table.value;
  const request = { runbookName, members };
  const made = await parts.orders.createBatch(request, asked);
  if (!made.ok) return orderRefused(made.error);
  const { batchId, added, leftOut } = made.value;
  return ok({ id: batchId, memberCount: added, problems: leftOut.map(leftOutOf) });
}

async function add(parts: Parts, inquiry: Inquiry<typeof ROUTES.addMembers>) {
  const { id } = inquiry.params;
  const found = await parts.store.batches.read(id);
  if (!found.ok) return storeAway(found.error);
  if (found.value === null) return unknownBatch(id);
  const { runbookName, version } = found.value.batch;
  const plan = await planOf(parts.engine, runbookName, version);
  if (!plan.ok) return plan;
  const members = membersIn(inquiry.body, plan.value);
  if (!members.ok) return members;
  const request = { batchId: id, members: members.value };
  const done = await parts.orders.addMembers(request, inquiry.asked);
  if (!done.ok) return orderRefused(done.error);
  const { added, skipped, leftOut } = done.value;
  return ok({ batchId: id, added, skipped, problems: leftOut.map(leftOutOf) });
}

const leftOutOf = ({ key, reason }: { readonly key: MemberKey; readonly reason: string }) =>
  warning("member-left-out", `${key} was left out: ${reason}`, null);

async function remove(parts: Parts, inquiry: Inquiry<typeof ROUTES.removeMember>) {
  const { id, memberId } = inquiry.params;
  const batch = await parts.store.batches.read(id);
  if (!batch.ok) return storeAway(batch.error);
  if (batch.value === null) return unknownBatch(id);
  const found = await parts.reports.member(id, memberId);
  if (!found.ok) return storeAway(found.error);
  const unknown = refuse("unknown-member", `Batch ${id} has no member ${memberId}.`);
  if (found.value === null) return unknown;
  const { memberKey } = found.value;
  const removed = await parts.orders.removeMember({ batchId: id, key: memberKey }, inquiry.asked);
  if (!removed.ok) return orderRefused(removed.error);
  const after = await parts.reports.member(id, memberId);
  if (!after.ok) return storeAway(after.error);
  if (after.value === null || after.value.removedAt === null) return unknown;
  const { removedAt } = after.value;
  return ok({ id: memberId, batchId: id, memberKey, status: "removed" as const, removedAt });
}
