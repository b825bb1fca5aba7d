/** Lets members go whom the source no longer shows and who are more than may leave unasked
 *  . The next tick removes those of them who are still gone. */
import type { BatchId, MemberId } from "../../contract/ids.ts";
import { ok, type Result } from "../../contract/result.ts";
import type { StoreFailure } from "../../store/failure.ts";
import { type Asked, type OrderAnswer, refused } from "./answer.ts";
import { byOrder, type Desk, notDone, orderOf } from "./desk.ts";
import { once } from "./once.ts";

export type ApprovalRequest = {
  readonly batchId: BatchId;
  /** Left out: all whom the source does not show in this batch at present. */
  readonly memberIds?: readonly MemberId[];
};

export const approveRemovals =
  (desk: Desk) =>
  (request: ApprovalRequest, asked: Asked): Promise<OrderAnswer<{ readonly members: number }>> =>
    once(desk, asked, { order: "approve-removals", ...request }, async (kept) => {
      const { batchId } = request;
      const meant = request.memberIds ? ok(request.memberIds) : await missing(desk, batchId);
      if (!meant.ok) return notDone(meant.error);
      if (meant.value === null) return refused("unknown-batch");
      const memberIds = meant.value;
      const by = byOrder(asked, "approve-removals");
      const ifSeq = asked.ifSeq ?? null;
      const input = { kind: "approve-removals", by, ifSeq, memberIds } as const;
      return orderOf(desk, batchId, input, kept, { members: memberIds.length });
    });

async function missing(
  { store }: Desk,
  batchId: BatchId,
): Promise<Result<readonly MemberId[] | null, StoreFailure>> {
  const found = await store.batches.read(batchId);
  if (!found.ok) return found;
  if (found.value === null) return ok(null);
  const absences = await store.discovery.absences(found.value.batch.runbookName);
  if (!absences.ok) return absences;
  const members = await store.lookups.members(batchId, [...absences.value.keys()]);
  if (!members.ok) return members;
  return ok(members.value.filter(({ status }) => status === "active").map(({ id }) => id));
}
