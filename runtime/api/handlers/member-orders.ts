/** Batches made from a table of members, and members added to or taken from a batch. */

import type { ROUTES } from "../../contract/http/routes.ts";
import type { MemberKey, RunbookName } from "../../contract/identifiers.ts";
import type { RunbookVersion } from "../../contract/ids.ts";
import { ok } from "../../contract/result.ts";
import type { Runbook } from "../../domain/runbook.ts";
import type { Backend } from "../backend.ts";
import { type Answer, orderRefused, refuse, storeAway } from "../serving/answer.ts";
import type { HandlersOf, Inquiry } from "../serving/handler.ts";
import { unknownBatch } from "./batches.ts";
import { membersIn } from "./member-table.ts";
import { unknownRunbook } from "./runbooks.ts";
import { warning } from "./shown-problems.ts";

type Parts = Pick<Backend, "engine" | "orders" | "reports" | "store">;

export const memberOrderHandlers = (
  parts: Parts,
): HandlersOf<"createBatch" | "addMembers" | "removeMember"> => ({
  createBatch: (inquiry) => create(parts, inquiry),
  addMembers: (inquiry) => add(parts, inquiry),
  removeMember: (inquiry) => remove(parts, inquiry),
});

async function planOf(
  { engine }: Parts,
  name: RunbookName,
  version: RunbookVersion,
): Promise<Answer<Runbook>> {
  const plan = await engine.plan(name, version);
  if (!plan.ok) return storeAway(plan.error);
  return plan.value === null ? unknownRunbook(name) : ok(plan.value);
}

async function create(parts: Parts, inquiry: Inquiry<typeof ROUTES.createBatch>) {
  const { query, body, asked } = inquiry;
  const active = await parts.store.runbooks.active(query.runbookName);
  if (!active.ok) return storeAway(active.error);
  if (active.value === null) return unknownRunbook(query.runbookName);
  const plan = await planOf(parts, query.runbookName, active.value.version);
  if (!plan.ok) return plan;
  const members = membersIn(body, plan.value);
  if (!members.ok) return members;
  const request = { runbookName: query.runbookName, members: members.value };
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
  const plan = await planOf(parts, runbookName, version);
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
